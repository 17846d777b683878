import { eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { HOUR_MS } from "#core/durations.ts"
import { evening } from "#core/emails/orders/evening.server.tsx"
import { chooseNotifications } from "#core/notifications/choose-notifications.server.ts"
import { unsubscribe } from "#core/notifications/unsubscribe.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { customers, orders, outbox } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { setEveningHour } from "./evening-hour.server.ts"
import { sendEveningEmails } from "./send-evening-emails.server.ts"

const database = useDatabase({ connections: 4 })
const sent: EmailMessage[] = []
const mail = { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) }
const ON = ["evening:email"]
/** 9 am and 11 am in New York, on the day after the tests' clock says Friday. */
const [NINE, ELEVEN] = [new Date("2026-11-28T14:00:00Z"), new Date("2026-11-28T16:00:00Z")]

async function aSeller({ timeZone = "America/New_York" } = {}) {
  const { db } = database
  const market = await aMarket(db, { timeZone })
  /** Friday, 3 pm in New York. */
  const clock = testClock(new Date("2026-11-27T20:00:00Z"))
  const system = systemCtx(database, { now: clock.now, ports: { mail } })
  const seller = ctxFor(database, market.actor, { now: clock.now })
  const sale = async (startsAt: Date, facts: Parameters<typeof aProduct>[2] = {}, more = {}) => {
    const window = { startsAt, endsAt: new Date(startsAt.getTime() + HOUR_MS) }
    const product = await aProduct(db, market, facts)
    return anOrder(db, { customer: await aCustomer(db), market, product, window, ...more })
  }
  const requested = () =>
    db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(sql`event = 'market.eveningEmailDue' and payload ->> 'marketId' = ${market.id}`)
  return {
    market,
    clock,
    system,
    seller,
    sale,
    /** The days of the requested emails. */
    async sweep() {
      await sendEveningEmails(system)
      return (await requested()).map(({ payload }) => (payload as { day: string }).day)
    },
    async email(day: string) {
      sent.length = 0
      const ids = { marketId: market.id, sellerId: market.userId, day }
      await evening.send(system, ids, `ob-${market.id}-evening`)
      return sent[0]
    },
  }
}

describe("the evening email", { tags: ["REACH-109"] }, () => {
  it("is off until it is chosen, and comes at its hour once a day, only before a day with orders", async () => {
    const { sale, sweep, clock, seller } = await aSeller()
    await sale(NINE)
    clock.advance({ hours: 3 })
    expect(await sweep()).toEqual([])
    await chooseNotifications(seller, { on: ON, ways: ["email"] })
    await setEveningHour(seller, { hour: 20 })
    expect(await sweep()).toEqual([])
    clock.advance({ hours: 1, minutes: 59 })
    expect(await sweep()).toEqual([])
    clock.advance({ minutes: 1 })
    expect(await sweep()).toEqual(["2026-11-28"])
    clock.advance({ minutes: 5 })
    expect(await sweep()).toEqual(["2026-11-28"])
    // On Saturday evening there is nothing for Sunday.
    clock.advance({ days: 1 })
    expect(await sweep()).toEqual(["2026-11-28"])
  })

  it("is requested once if several processes run the sweep at that moment", async () => {
    const { sale, sweep, clock, seller, system } = await aSeller()
    await sale(NINE)
    await chooseNotifications(seller, { on: ON, ways: ["email"] })
    clock.advance({ hours: 3 })
    await Promise.all([1, 2, 3].map(() => sendEveningEmails(system)))
    expect(await sweep()).toEqual(["2026-11-28"])
  })

  it("goes by the clock of the market", async () => {
    const { sale, sweep, clock, seller } = await aSeller({ timeZone: "Pacific/Honolulu" })
    // 7 pm on Saturday in Honolulu, which is Sunday in New York.
    await sale(new Date("2026-11-29T05:00:00Z"))
    await chooseNotifications(seller, { on: ON, ways: ["email"] })
    clock.advance({ hours: 7, minutes: 59 })
    expect(await sweep()).toEqual([])
    clock.advance({ minutes: 1 })
    expect(await sweep()).toEqual(["2026-11-28"])
  })

  it("lists what is left to pick, and each time with its orders, by first name", async () => {
    const { sale, email, market, seller } = await aSeller()
    await chooseNotifications(seller, { on: ON, ways: ["email"] })
    const tomatoes = { name: "Heirloom tomatoes", unit: "lb" } as const
    const [first, second] = [
      await sale(NINE, tomatoes, { quantity: 3 }),
      await sale(ELEVEN, { name: "Honey" }, { fulfilment: "delivery", quantity: 2 }),
    ]
    await sale(ELEVEN, { name: "Canceled pie" }).then(({ id }) =>
      database.db.update(orders).set({ status: "cancelled" }).where(eq(orders.id, id)),
    )
    const nameOf = async ({ customerId }: typeof first) =>
      (await database.db.select().from(customers).where(eq(customers.userId, customerId)))[0]!
    const message = await email("2026-11-28")
    expect(message!.subject).toBe("Saturday, November 28: 2 orders")
    const text = message!.text.replace(/\.{2,}|-{2,}/g, "")
    for (const part of [
      `${market.name} has 2 orders, 2 lines, 2 products.`,
      /3 lb Heirloom tomatoes +1 order/,
      /2 Honey +1 order/,
      /9–10 am +1 order/,
      `${first.number} ${(await nameOf(first)).firstName}, pickup  3 items`,
      `${second.number} ${(await nameOf(second)).firstName}, delivery to 10118  2 items`,
      "http://shop.test/pick-list?day=2026-11-28",
    ])
      expect(text).toMatch(part)
    expect(text).not.toContain((await nameOf(first)).lastName)
    expect(text).not.toContain("Canceled pie")
    await database.db.update(orders).set({ packedAt: new Date() }).where(eq(orders.id, first.id))
    expect((await email("2026-11-28"))!.text).not.toContain("Heirloom tomatoes")
    expect(await email("2026-11-29")).toBeUndefined()
  })

  it("ends by the link in it", async () => {
    const { sale, email, seller, sweep, clock } = await aSeller()
    await sale(NINE)
    await chooseNotifications(seller, { on: ON, ways: ["email"] })
    const { unsubscribeUrl = "" } = (await email("2026-11-28"))!
    const code = new URL(unsubscribeUrl).searchParams.get("code")!
    await unsubscribe(ctxFor(database, { role: "anonymous" as const }), code)
    clock.advance({ hours: 4 })
    expect(await sweep()).toEqual([])
    expect(await email("2026-11-28")).toBeUndefined()
  })
})
