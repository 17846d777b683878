import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, SECRET_KEY, startSandbox } from "@pushcart/stripe-sandbox/start-sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { courierDashboard } from "../../../core/approvals/courier-dashboard.server.ts"
import { sellerDashboard } from "../../../core/approvals/seller-dashboard.server.ts"
import { openSpans } from "../../../core/calendar/open-state.ts"
import { readCalendar } from "../../../core/calendar/read-calendar.server.ts"
import type { Actor } from "../../../core/context.ts"
import { listStuckOrders } from "../../../core/deliveries/overdue-deliveries.server.ts"
import { HOUR_MS } from "../../../core/durations.ts"
import { remindSellers } from "../../../core/orders/remind-sellers.server.ts"
import { countStages, ordersOfDay } from "../../../core/orders/seller-day.server.ts"
import { ORDER_STATUSES } from "../../../core/orders/statuses.ts"
import { meetRequirements, missingRequirements } from "../../../core/payouts/meet-requirements.server.ts"
import { findZip } from "../../../core/places/find-zip.server.ts"
import type { Geocoder } from "../../../core/ports/places.ts"
import { DEFAULT_RATES } from "../../../core/rates.ts"
import { loadZips } from "../../../db/data/load-zips.ts"
import { diskImages } from "../../../server/adapters/images/disk-images.ts"
import { stripeAccounts } from "../../../server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "../../../server/adapters/stripe/stripe-client.ts"
import { passwords } from "../../../server/auth/passwords.ts"
import { portsTo } from "../../../tests/support/checkout.ts"
import { createTestDatabase, ctxFor, personIn, type TestDatabase } from "../../../tests/support/database.ts"
import { openStripeAccounts } from "./open-stripe-accounts.ts"
import { ORDER_PLANS } from "./order-plans.ts"
import { placeDemoOrders } from "./place-demo-orders.ts"
import { placedAt } from "./sale.ts"
import { SATURDAY_PLANS } from "./saturday-plans.ts"
import { seedDemo } from "./seed-demo.ts"

describe("the demo's orders", { tags: ["DEMO-5"] }, () => {
  const directory = mkdtempSync(join(tmpdir(), "pushcart-demo-"))
  let database: TestDatabase
  let sandbox: Sandbox
  const ask = async <Row>(statement: string) => (await database.pool.query(statement)).rows as Row[]
  const marketOf = async (email: string) => {
    const [market] = await ask<{ marketId: string; userId: string }>(
      `select m.id as "marketId", m.user_id as "userId" from markets m join users u on u.id = m.user_id
       where email = '${email}'`,
    )
    return market!
  }

  beforeAll(async () => {
    database = await createTestDatabase({ connections: 10 })
    sandbox = await startSandbox({ config: { webhooks: { paused: true } } })
    await loadZips(database.url)
    const images = diskImages({ directory, secret: "i".repeat(32) })
    const geocoder: Geocoder = {
      async geocode({ zip }) {
        const centre = await findZip(database.db, zip)
        return centre && { lat: centre.lat, lng: centre.lng, source: "zip" }
      },
    }
    const ports = { ...portsTo(sandbox), geocoder, images, passwords }
    await seedDemo({ database, env: { IMAGE_SECRET: "i".repeat(32) }, ports })
    const access = { secretKey: SECRET_KEY, apiUrl: sandbox.base }
    await openStripeAccounts(database.db, access)
    await placeDemoOrders(
      { contextFor: <A extends Actor>(actor: A) => ctxFor(database, actor, { ports }) },
      access,
    )
  }, 120_000)
  afterAll(async () => {
    await sandbox.kill()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it("stand in every status that there is, for the demo customer and the demo seller", async () => {
    const rows = await ask<{ status: string | null }>(
      `select distinct status from orders
       where customer_id = (select id from users where email = 'customer@pushcart.test')`,
    )
    expect(rows.map(({ status }) => status).sort()).toEqual([...ORDER_STATUSES, null].sort())
  })

  it("have a purchase with a delivery from one market and a pickup at another", {
    tags: ["CART-31"],
  }, async () => {
    const parts = await ask(
      `select m.name, o.fulfilment, o.delivery_cents > 0 as fee from orders o join markets m on m.id = o.market_id
       where o.checkout_id in (select checkout_id from orders group by 1 having count(*) > 1) order by o.number`,
    )
    expect(parts).toEqual([
      { name: "Chelsea Corner Grocer", fulfilment: "delivery", fee: true },
      { name: "Union Square Greens", fulfilment: "pickup", fee: false },
    ])
  })

  it("were paid by a demo customer who saved the card", { tags: ["CARD-1"] }, async () => {
    const cards = await ask<{ email: string; brand: string; last_four: string }>(
      "select u.email, c.brand, c.last_four from saved_cards c join users u on u.id = c.customer_id",
    )
    expect(cards).toEqual([{ email: "customer@pushcart.test", brand: "visa", last_four: "4242" }])
  })

  it("have a replacement that waits for its customer's answer", { tags: ["REPL-4"] }, async () => {
    const offers = await ask<{ email: string; status: string; minutes: string }>(
      `select u.email, r.status, extract(epoch from r.expires_at - now()) / 60 as minutes
       from replacement_offers r join orders o on o.id = r.order_id join users u on u.id = o.customer_id
       order by u.email = 'customer@pushcart.test' desc`,
    )
    const ofSaturday = SATURDAY_PLANS.find(({ isAsked }) => isAsked)!.customer.email
    expect(offers).toMatchObject([
      { email: "customer@pushcart.test", status: "open" },
      { email: ofSaturday, status: "open" },
    ])
    for (const { minutes } of offers) expect(Number(minutes)).toBeGreaterThan(5)
  })

  it("were prepared, brought and are wanted while their market is open", { tags: ["DEMO-107"] }, async () => {
    const calendars = {
      usual: (await readCalendar(database.db, (await marketOf("seller@pushcart.test")).marketId))!,
      saturday: (await readCalendar(database.db, (await marketOf("saturday@pushcart.test")).marketId))!,
    }
    const moments = await ask<{ number: number; market: keyof typeof calendars; what: string; at: Date }>(
      `select number, what, at, case when u.email = 'saturday@pushcart.test' then 'saturday' else 'usual' end as market
       from orders o join markets s on s.id = o.market_id join users u on u.id = s.user_id
         left join deliveries d on d.order_id = o.id, lateral (values
         ('window', window_starts_at), ('end of the window', window_ends_at - interval '1 second'),
         ('offered', offered_at), ('taken', taken_at), ('picked up', picked_up_at), ('delivered', delivered_at),
         ('fulfilled', fulfilled_at), ('cancelled', cancelled_at),
         ('acknowledged', acknowledged_at), ('packed', packed_at),
         ('moved', case when status is not null and status <> 'pending' then o.updated_at end)) m (what, at)
       where at is not null order by number`,
    )
    expect(moments.length).toBeGreaterThan(20)
    for (const { number, market, what, at } of moments) {
      const { calendar, timeZone } = calendars[market]
      const { value: span } = openSpans(calendar, at, timeZone).next()
      expect(span && span.from <= at, `${number} ${what} ${at.toISOString()}`).toBe(true)
    }
    const placed = await ask<{ at: Date }>("select created_at as at from orders order by number")
    expect(placed.map(({ at }) => at.getTime())).toEqual(placed.map(({ at }) => at.getTime()).sort())
  })

  it("go to the demo customer's home, with what the courier who took one reads at the door", async () => {
    const rows = await ask<{ label: string; instructions: string | null; taken: number }>(
      `select a.label, a.instructions, count(d.id) filter (where d.taken_at is not null and d.delivered_at is null
         and d.instructions = a.instructions)::int as taken
       from addresses a left join deliveries d on d.address_id = a.id
       where a.customer_id = (select id from users where email = 'customer@pushcart.test')
       group by a.id order by a.id`,
    )
    expect(rows).toEqual([
      { label: "Home", instructions: expect.stringContaining("Gate code"), taken: 2 },
      { label: "Work", instructions: null, taken: 0 },
    ])
  })

  it("ring no alarm of orders that a courier has and gets no further with, at whatever hour", {
    tags: ["DEMO-5"],
  }, async () => {
    expect(await listStuckOrders(ctxFor(database, { role: "system" }))).toEqual([])
    const inHand = await ask<{ isLater: boolean }>(
      `select o.window_starts_at > now() as "isLater" from orders o join deliveries d on d.order_id = o.id
       where d.taken_at is not null and d.delivered_at is null`,
    )
    expect(inHand).toEqual([{ isLater: true }, { isLater: true }])
  })

  it("remind the seller of nothing, at whatever hour the demo is made", { tags: ["DEMO-5"] }, async () => {
    expect(await remindSellers(ctxFor(database, { role: "system" }))).toBe(0)
    const { marketId } = await marketOf("seller@pushcart.test")
    const calendar = (await readCalendar(database.db, marketId))!
    const waiting = ORDER_PLANS.filter(({ steps }) => steps.at(-1) === "startDelivery")
    expect(waiting).toHaveLength(1)
    // Two weeks around the end of daylight saving time on November 1.
    for (let hour = 0; hour < 14 * 24; hour++) {
      const now = new Date(Date.UTC(2026, 9, 25, hour, 30))
      for (const plan of waiting) {
        const waitedMs = now.getTime() - placedAt(plan, calendar, now).getTime()
        expect(waitedMs, now.toISOString()).toBeLessThan(DEFAULT_RATES.sellerReminderHours * HOUR_MS)
      }
    }
  })

  it("fill windows of the demo market's deliveries, and choose another one for pickup", {
    tags: ["DEMO-6"],
  }, async () => {
    const { marketId } = await marketOf("seller@pushcart.test")
    const windows = await ask<{ fulfilment: string; taken: number; places: number; later: boolean }>(
      `select w.fulfilment, w.taken, case w.fulfilment when 'delivery' then delivery_places else pickup_places end
         as places, w.starts_at > now() as later
       from market_windows w join market_calendars c using (market_id)
       where market_id = '${marketId}' order by 1`,
    )
    expect(windows).toEqual([
      { fulfilment: "delivery", taken: 2, places: 2, later: true },
      { fulfilment: "delivery", taken: 2, places: 2, later: true },
      { fulfilment: "pickup", taken: 1, places: 6, later: true },
    ])
  })

  it("are forty on the Saturday, all open, eight in each of the next five windows, in every stage", {
    tags: ["DEMO-108"],
  }, async () => {
    const { marketId, userId } = await marketOf("saturday@pushcart.test")
    const windows = await ask<{ startsAt: Date; orders: number }>(
      `select window_starts_at as "startsAt", count(*)::int as orders from orders
       where market_id = '${marketId}' group by 1 order by 1`,
    )
    expect(windows.map(({ orders }) => orders)).toEqual([8, 8, 8, 8, 8])
    expect(windows[0]!.startsAt.getTime()).toBeGreaterThan(Date.now())
    const statuses = await ask(
      `select fulfilment, status, has_deliverer as own, count(*)::int as orders,
         count(packed_at)::int as packed, count(acknowledged_at)::int as seen
       from orders o left join deliveries d on d.order_id = o.id
       where market_id = '${marketId}' group by 1, 2, 3 order by 1, 2, 3`,
    )
    expect(statuses).toEqual([
      { fulfilment: "delivery", status: "pending", own: true, orders: 2, packed: 2, seen: 2 },
      { fulfilment: "delivery", status: "waiting", own: false, orders: 2, packed: 2, seen: 2 },
      { fulfilment: "delivery", status: null, own: null, orders: 12, packed: 0, seen: 9 },
      { fulfilment: "pickup", status: "pending", own: null, orders: 16, packed: 0, seen: 13 },
      { fulfilment: "pickup", status: "ready to pick up", own: null, orders: 8, packed: 8, seen: 8 },
    ])
    const day = await ordersOfDay(ctxFor(database, personIn("seller", userId, marketId)), "America/New_York")
    expect(countStages(day, { everyDay: true })).toEqual({ new: 6, pack: 22, ready: 10, courier: 2, done: 0 })
    const [asked] = await ask(
      `select count(distinct customer_id)::int as customers, count(note)::int as notes, count(phone)::int as phones,
         count(replacement)::int as wishes from orders where market_id = '${marketId}'`,
    )
    expect(asked).toEqual({ customers: 40, notes: 7, phones: 6, wishes: 27 })
  })

  it("are refunded on the Saturday what packing did not find, and what weighs less", {
    tags: ["DEMO-108"],
  }, async () => {
    const { marketId } = await marketOf("saturday@pushcart.test")
    const lines = await ask(
      `select product_name as name, difference_reason as reason, count(*)::int as lines,
         count(r.id)::int as refunds
       from orders o join order_lines l on l.order_id = o.id
         left join refunds r on r.order_id = o.id and r.source = 'packing' and r.amount_cents > 0
       where market_id = '${marketId}' and packed_at is not null and difference_reason is not null group by 1, 2 order by 1`,
    )
    expect(lines).toEqual([
      { name: "Curly Kale, bunch", reason: "out of stock", lines: 1, refunds: 1 },
      { name: "Rainbow Carrots, bunch", reason: "fewer", lines: 1, refunds: 1 },
      { name: "Strawberries, quart", reason: "out of stock", lines: 1, refunds: 1 },
      { name: "Whole Chicken, 4 lb", reason: "weight", lines: 2, refunds: 2 },
    ])
    const empty = await ask(
      `select p.name from products p join variants v on v.product_id = p.id
       where p.market_id = '${marketId}' and v.stock = 0`,
    )
    expect(empty).toEqual([{ name: "Strawberries, quart" }])
  })

  it("add up to the cent: what was paid, less refunds and the processor's fee, is what the parties hold", {
    tags: ["MONEY-3"],
  }, async () => {
    const wrong = await ask(
      `select number from orders o where (select sum(amount_cents) from ledger_entries l where l.order_id = o.id)
       <> total_cents - processor_fee_cents
          - (select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = o.id)`,
    )
    expect(wrong).toEqual([])
    const parts = await ask("select id from refunds where source = 'order'")
    expect(parts).toHaveLength(1)
    const [sums] = await ask<{ taxed: number; sized: number }>(
      `select count(*) filter (where tax_cents > 0)::int as taxed, count(*) filter (where size <> '')::int as sized
       from order_lines`,
    )
    expect(sums?.taxed).toBeGreaterThan(0)
    expect(sums?.sized).toBeGreaterThan(0)
  })

  it("leave who was rejected by Stripe a way out: what it asks for is what it lacks", {
    tags: ["DEMO-4"],
  }, async () => {
    const rejected = await ask<{
      userId: string
      role: "seller" | "deliverer"
      marketId: string
      requirements: string[]
    }>(
      `select user_id as "userId", 'seller' as role, id as "marketId", requirements from markets where onboarded = false
       union all select user_id, 'deliverer', user_id, requirements from deliverers where onboarded = false`,
    )
    expect(rejected.map(({ role }) => role).sort()).toEqual(["deliverer", "seller"])
    const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: sandbox.base })
    const document = { front: "file_identity_document_success" }
    for (const { userId, role, marketId, requirements } of rejected) {
      const ports = { connectedAccounts: stripeAccounts(stripe) }
      const ctx = ctxFor(database, personIn(role, userId, marketId), { ports })
      const card = async () =>
        role === "seller"
          ? (await sellerDashboard(ctxFor(database, personIn("seller", userId, marketId), { ports }))).status
              .card.kind
          : (await courierDashboard(ctxFor(database, { role, userId }, { ports }))).status.card.kind
      expect(await missingRequirements(ctx)).toEqual([...requirements].sort())
      expect(await card()).toBe("rejected-by-stripe")
      const token = await stripe.tokens.create({ account: { individual: { verification: { document } } } })
      await meetRequirements(ctx, { accountToken: token.id, website: "https://example.com" })
      expect(await missingRequirements(ctx)).toEqual([])
      expect(await card()).toBe(role === "seller" ? "subscribe" : "deliver")
    }
    expect(await ask("select 1 from markets where onboarded = false")).toEqual([])
  })

  it("were charged at the card provider, which knows every account that is to be paid", async () => {
    const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: sandbox.base })
    const charges = await ask<{ id: string; total: number }>(
      "select stripe_charge_id as id, total_cents as total from checkouts where status = 'completed'",
    )
    expect(charges.length).toBeGreaterThan(10)
    for (const { id, total } of charges) expect((await stripe.charges.retrieve(id)).amount).toBe(total)
    const holders = await ask<{ id: string; onboarded: boolean }>(
      `select stripe_account_id as id, onboarded from markets where onboarded is not null
       union all select stripe_account_id, onboarded from deliverers where onboarded is not null`,
    )
    for (const { id, onboarded } of holders) {
      const account = await stripe.accounts.retrieve(id)
      expect(account.capabilities?.transfers === "active", account.email ?? id).toBe(onboarded)
    }
  })
})
