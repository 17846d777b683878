import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sellerStatus } from "../../../core/approvals/seller-card.ts"
import { openState } from "../../../core/calendar/open-state.ts"
import { readCalendar } from "../../../core/calendar/read-calendar.server.ts"
import { CATEGORIES } from "../../../core/catalog/categories.ts"
import { loadZips } from "../../../db/data/load-zips.ts"
import { diskImages } from "../../../server/adapters/images/disk-images.ts"
import { passwords } from "../../../server/auth/passwords.ts"
import { createTestDatabase, type TestDatabase } from "../../../tests/support/database.ts"
import { seedDemo } from "./seed-demo.ts"

describe("the demo's seed", () => {
  const directory = mkdtempSync(join(tmpdir(), "pushcart-demo-"))
  let database: TestDatabase
  const parts = () => ({
    database,
    env: { IMAGE_SECRET: "i".repeat(32) },
    ports: { passwords, images: diskImages({ directory, secret: "i".repeat(32) }) },
  })
  const ask = async <Row>(statement: string) => (await database.pool.query(statement)).rows as Row[]

  beforeAll(async () => {
    database = await createTestDatabase({ connections: 3 })
    await loadZips(database.url)
    await Promise.all([seedDemo(parts()), seedDemo(parts())])
  }, 60_000)
  afterAll(async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it("is done once, however many starts do it at once", { tags: ["DEMO-1"] }, async () => {
    const before = await ask("select count(*)::int as n from users")
    expect(await seedDemo(parts())).toBe(false)
    expect(await ask("select count(*)::int as n from users")).toEqual(before)
  })

  it("lets the five demo people sign in with the printed password", { tags: ["DEMO-1"] }, async () => {
    const people = await ask<{ email: string; role: string; password: string; verified: boolean }>(
      `select u.email, m.role, c.password, u.email_verified as verified from users u
       join memberships m on m.user_id = u.id join credentials c on c.user_id = u.id
       where u.email in ('customer@pushcart.test', 'seller@pushcart.test', 'courier@pushcart.test', 'admin@pushcart.test',
         'saturday@pushcart.test')
       order by m.role`,
    )
    expect(people.map(({ role }) => role)).toEqual(["admin", "customer", "deliverer", "seller", "seller"])
    for (const { password, verified } of people) {
      expect(verified).toBe(true)
      expect(await passwords.verify("Pushcart#2026", password)).toBe(true)
    }
  })

  it("has products with a picture and a price in every category, in markets that may sell", {
    tags: ["DEMO-2"],
  }, async () => {
    const rows = await ask<{ category: string; products: number; images: number }>(
      `select p.category, count(distinct p.id)::int as products, count(distinct i.id)::int as images
       from products p join markets m on m.id = p.market_id and m.can_sell
       join variants v on v.product_id = p.id
       join product_images pi on pi.product_id = p.id join images i on i.id = pi.image_id and i.status = 'ready'
       group by p.category`,
    )
    expect(rows.map((row) => row.category).sort()).toEqual([...CATEGORIES].sort())
    expect(rows.reduce((sum, row) => sum + row.products, 0)).toBeGreaterThan(300)
    expect(Math.min(...rows.map((row) => row.images))).toBeGreaterThan(2)
  })

  it("shows a seller on every card of the dashboard", { tags: ["DEMO-4"] }, async () => {
    const sellers = await ask<Parameters<typeof sellerStatus>[0]>(
      `select approval, denial_reason as "denialReason", onboarded, onboarded is not null as "hasAccount",
       requirements, subscription, 1 as "productCount" from markets`,
    )
    const kinds = new Set(sellers.map((facts) => sellerStatus(facts).card.kind))
    expect([...kinds].sort()).toEqual([
      "connect-stripe",
      "denied",
      "products",
      "rejected-by-stripe",
      "subscribe",
      "waiting-for-approval",
    ])
  })

  it("pays everybody out by a schedule of their own who may be paid, sellers and couriers", {
    tags: ["DEMO-4"],
  }, async () => {
    const [row] = await ask<{ paid: number; unscheduled: number }>(
      `select count(*)::int as paid, count(*) filter (where payout_schedule is null)::int as unscheduled from (
         select payout_schedule from markets where onboarded
         union all select payout_schedule from deliverers where onboarded) as holders`,
    )
    expect(row?.paid).toBeGreaterThan(10)
    expect(row?.unscheduled).toBe(0)
  })

  it("has a market that is paused, one that is closed today, one with a break, and one that does not deliver", {
    tags: ["DEMO-6"],
  }, async () => {
    const rows = await ask<{ id: string; name: string }>(
      "select m.id, m.name from markets m join market_calendars c on c.market_id = m.id",
    )
    const stateOf = async (name: string) => {
      const known = await readCalendar(database.db, rows.find((row) => row.name === name)?.id ?? "")
      return known && openState(known.calendar, new Date(), known.timeZone)
    }
    expect(await stateOf("Arthur Avenue Meats")).toMatchObject({ state: "paused" })
    expect(await stateOf("Steinway Butchers")).toMatchObject({ state: "closed", opens: expect.any(Date) })
    const [larder] = await ask("select weekday_hours as hours from markets where name = 'Bedford Larder'")
    expect(larder).toEqual({ hours: "10am-2pm and 4pm-9pm" })
    const silent = await ask("select market_id from market_calendars where not offers_delivery")
    expect(silent).toHaveLength(1)
  })
})
