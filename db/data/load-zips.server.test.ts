import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { openState } from "#core/calendar/open-state.ts"
import { readCalendar } from "#core/calendar/read-calendar.server.ts"
import { offeredWindows } from "#core/calendar/windows.ts"
import { markets, orders, zips } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { loadZips } from "./load-zips.ts"

const database = useDatabase({ zips: true })
const db = () => database.db
const CHATTANOOGA = { zip: "37405", city: "Chattanooga", state: "TN" } as const
/** A Monday, 8:30 am in Chattanooga; the old table had it in a time zone where it is 7:30 am. */
const NOW = new Date("2026-01-12T13:30:00Z")

/** An installation that loaded the table before it was corrected. */
async function beforeTheCorrection() {
  await db().update(zips).set({ timeZone: "America/Chicago" }).where(eq(zips.zip, CHATTANOOGA.zip))
  await db().delete(zips).where(eq(zips.zip, "37377"))
}
const rowOf = async (id: string) => (await db().select().from(markets).where(eq(markets.id, id)))[0]!

describe("the zip table of an installation that is upgraded", { tags: ["DATA-6"] }, () => {
  it("is corrected, and its markets open by the corrected clock", async () => {
    await beforeTheCorrection()
    const hours = { weekdayHours: "8am-5pm", saturdayHours: "Closed", sundayHours: "Closed" }
    const market = await aMarket(db(), { ...CHATTANOOGA, ...hours, timeZone: "America/Chicago" })
    const times = async () => {
      const own = (await readCalendar(db(), market.id))!
      const windows = offeredWindows(own, "pickup", NOW, () => 0)
      return {
        state: openState(own.calendar, NOW, own.timeZone).state,
        first: windows[0]?.startsAt.toISOString(),
        last: windows
          .findLast(({ startsAt }) => startsAt < new Date("2026-01-13T05:00:00Z"))
          ?.endsAt.toISOString(),
      }
    }
    expect(await times()).toEqual({
      state: "closed",
      first: "2026-01-12T15:00:00.000Z",
      last: "2026-01-12T23:00:00.000Z",
    })
    await loadZips(database.url)
    expect((await rowOf(market.id)).timeZone).toBe("America/New_York")
    expect(await times()).toEqual({
      state: "open",
      first: "2026-01-12T15:00:00.000Z",
      last: "2026-01-12T22:00:00.000Z",
    })
    expect(await db().select().from(zips).where(eq(zips.zip, "37377"))).toMatchObject([
      { city: "Signal Mountain" },
    ])
  })

  it("leaves placed orders their instants", async () => {
    await beforeTheCorrection()
    const market = await aMarket(db(), { ...CHATTANOOGA, timeZone: "America/Chicago" })
    const window = { startsAt: new Date("2026-01-12T15:00:00Z"), endsAt: new Date("2026-01-12T16:00:00Z") }
    const sold = { customer: await aCustomer(db()), market, product: await aProduct(db(), market) }
    const { id } = await anOrder(db(), { ...sold, window })
    const before = await db().select().from(orders).where(eq(orders.id, id))
    await loadZips(database.url)
    expect((await rowOf(market.id)).timeZone).toBe("America/New_York")
    expect(await db().select().from(orders).where(eq(orders.id, id))).toEqual(before)
  })

  it("leaves a market the zone that an admin set", async () => {
    await beforeTheCorrection()
    const market = await aMarket(db(), {
      ...CHATTANOOGA,
      timeZone: "America/Chicago",
      timeZoneSource: "admin",
    })
    await loadZips(database.url)
    expect((await rowOf(market.id)).timeZone).toBe("America/Chicago")
  })

  it("is written once, whoever starts again or at the same time", async () => {
    await beforeTheCorrection()
    await Promise.all([loadZips(database.url), loadZips(database.url)])
    const versions = async () =>
      (await database.pool.query("select zip, xmin, ctid from zips order by zip")).rows
    const before = await versions()
    await loadZips(database.url)
    expect(await versions()).toEqual(before)
  })
})
