import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, it } from "vitest"
import type { CustomerContext } from "#core/context.ts"
import { marketOpened } from "#core/emails/orders/market-opened.server.tsx"
import { pauseMarket, resumeMarket } from "#core/market/pause-market.server.ts"
import { chooseNotifications } from "#core/notifications/choose-notifications.server.ts"
import { listNotifications } from "#core/notifications/list-notifications.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { eraseAccount } from "#core/privacy/erase-account.server.ts"
import { pushMarketOpened } from "#core/push/send-market-push.server.ts"
import { markets, openingAlerts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aCalendar, aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aDevice, aPushService } from "#tests/support/push.ts"
import { cancelOpeningAlert } from "./cancel-opening-alert.server.ts"
import { requestOpeningAlert } from "./request-opening-alert.server.ts"
import { sendOpeningAlerts } from "./send-opening-alerts.server.ts"

const database = useDatabase({ connections: 4 })
/** Noon in New York, a Thursday. */
const NOON = new Date("2026-03-05T17:00:00Z")
let clock = testClock(NOON)
const service = aPushService()
const sent: EmailMessage[] = []
const mail = { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) }
const footers = emailFooters({ secret: "s".repeat(32), postalAddress: "1 Test St" })
const system = () =>
  systemCtx(database, { now: clock.now, ports: { mail, emailFooters: footers, push: service.port } })

beforeEach(async () => {
  clock = testClock(NOON)
  sent.length = 0
  await database.db.delete(openingAlerts)
})

async function aShopper() {
  const { actor, email } = await aCustomer(database.db)
  return { email, ctx: ctxFor(database, actor, { now: clock.now }) as CustomerContext }
}

/** A market that its seller has paused until this day; with null, until they resume it. */
async function aPausedMarket(until: string | null = null) {
  const market = await aMarket(database.db, { name: `Larder ${crypto.randomUUID()}` })
  await aCalendar(database.db, market)
  const seller = ctxFor(database, market.actor, { now: () => clock.now() })
  const pause = (day: string | null = until) => pauseMarket(seller, { until: day, reason: null })
  await pause()
  return { ...market, marketId: market.id, pause, resume: () => resumeMarket(seller) }
}

const linesOf = async (ctx: CustomerContext) =>
  (await listNotifications(ctx)).map(({ message, marketId }) => [message, marketId])
describe("a customer who asked to be told when a market opens", () => {
  it("is told once for each time they ask, whoever or whatever ends the pause", {
    tags: ["ALERT-2"],
  }, async () => {
    const { ctx } = await aShopper()
    const market = await aPausedMarket("2026-03-07")
    const { marketId, name } = market
    const line = [`${name} is taking orders again.`, marketId]
    for (let times = 0; times < 2; times += 1)
      expect(await requestOpeningAlert(ctx, { marketId })).toEqual({ marketName: name, takesOrders: false })
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toEqual([])
    // It is March 7 in UTC, but 11 p.m. of March 6 in New York.
    clock.advance({ hours: 35 })
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toEqual([])
    clock.advance({ hours: 1 })
    await Promise.all([sendOpeningAlerts(system()), sendOpeningAlerts(system())])
    expect(await linesOf(ctx)).toEqual([line])

    await market.pause(null)
    await market.resume()
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toEqual([line])

    await market.pause(null)
    await requestOpeningAlert(ctx, { marketId })
    // The market reopened and paused again before the sweep ran: the alert waits for the next opening.
    await market.resume()
    await market.pause(null)
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toEqual([line])
    await market.resume()
    await sendOpeningAlerts(system())
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toEqual([line, line])
  })

  it("is told when they asked while the pause ended, and asks in vain where it has ended", {
    tags: ["ALERT-2"],
  }, async () => {
    const market = await aPausedMarket()
    const people = await Promise.all(Array.from({ length: 6 }, aShopper))
    const asked = await Promise.all(
      people.map(async ({ ctx }, index) => {
        if (index === 3) await market.resume()
        return requestOpeningAlert(ctx, market)
      }),
    )
    await sendOpeningAlerts(system())
    for (const [index, { ctx }] of people.entries())
      expect(await linesOf(ctx)).toHaveLength(asked[index]?.takesOrders ? 0 : 1)
    expect(asked[3]?.takesOrders).toBe(true)
    expect(await database.db.$count(openingAlerts)).toBe(0)
  })

  it("waits for orders, not only for the end of the pause", { tags: ["ALERT-2"] }, async () => {
    const { ctx } = await aShopper()
    const market = await aPausedMarket()
    await requestOpeningAlert(ctx, market)
    await aCalendar(database.db, market, { week: Array.from({ length: 7 }, () => []) })
    await market.resume()
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toEqual([])
    await aCalendar(database.db, market)
    await sendOpeningAlerts(system())
    expect(await linesOf(ctx)).toHaveLength(1)
  })

  it("is not told after taking it back, which nobody else does for them", {
    tags: ["ALERT-1", "ALERT-3"],
  }, async () => {
    const [rosa, sam] = [await aShopper(), await aShopper()]
    const market = await aPausedMarket()
    for (const { ctx } of [rosa, sam]) await requestOpeningAlert(ctx, market)
    for (let times = 0; times < 2; times += 1) await cancelOpeningAlert(rosa.ctx, market)
    await market.resume()
    await sendOpeningAlerts(system())
    expect(await linesOf(rosa.ctx)).toEqual([])
    expect(await linesOf(sam.ctx)).toHaveLength(1)
  })

  it("is told by email and push where they want it, of a market that is still there", {
    tags: ["ALERT-2", "REACH-5"],
  }, async () => {
    const { ctx, email } = await aShopper()
    const { id: marketId, name } = await aMarket(database.db, { name: "Bedford <i>Larder</i>" })
    const device = await aDevice(database.db, ctx.actor)
    const payload = { marketId, customerId: ctx.actor.userId }
    await marketOpened.send(system(), payload, "ob-1")
    await pushMarketOpened(system(), payload, "ob-1")
    await pushMarketOpened(system(), payload, "ob-1")
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ id: "ob-1", to: email, subject: `${name} is taking orders again` })
    expect(sent[0]?.text).toContain(`http://shop.test/market-info?market=${marketId}`)
    expect(sent[0]?.text).toContain("Markets that open again")
    expect(sent[0]?.html).not.toContain("<i>Larder")
    expect(service.sent[0]?.topic.length).toBeLessThanOrEqual(32)
    expect(service.takeTitles(device)).toEqual(["Open again"])
    await chooseNotifications(ctx, { on: ["orderSteps:email"], ways: ["email", "push"] })
    await marketOpened.send(system(), payload, "ob-2")
    await pushMarketOpened(system(), payload, "ob-2")
    await chooseNotifications(ctx, { on: ["openings:email", "openings:push"], ways: ["email", "push"] })
    await database.db.update(markets).set({ subscription: "cancelled" }).where(eq(markets.id, marketId))
    await marketOpened.send(system(), payload, "ob-3")
    await pushMarketOpened(system(), payload, "ob-3")
    expect(sent).toHaveLength(1)
    expect(service.takeTitles(device)).toEqual([])
  })

  it("causes nothing after the account or the market is gone", { tags: ["ALERT-3"] }, async () => {
    const { db } = database
    const [left, late, stays] = [await aShopper(), await aShopper(), await aShopper()]
    const market = await aPausedMarket()
    const closing = await aPausedMarket()
    for (const { ctx } of [left, stays]) await requestOpeningAlert(ctx, market)
    await requestOpeningAlert(stays.ctx, closing)
    for (const { ctx } of [left, late]) await transaction(db, (tx) => eraseAccount(ctx, tx, null))
    await transaction(db, (tx) => eraseAccount({ actor: closing.actor, now: clock.now }, tx, null))
    expect(await db.$count(openingAlerts)).toBe(1)
    // A request that arrives after its customer deleted the account.
    await db.insert(openingAlerts).values({ customerId: late.ctx.actor.userId, marketId: market.id })
    await market.resume()
    await sendOpeningAlerts(system())
    expect(await linesOf(late.ctx)).toEqual([])
    expect(await linesOf(stays.ctx)).toEqual([[`${market.name} is taking orders again.`, market.id]])
    expect(await db.$count(openingAlerts)).toBe(0)
    await marketOpened.send(system(), { marketId: market.id, customerId: late.ctx.actor.userId }, "ob-4")
    expect(sent).toEqual([])
  })

  it("is one of many: three sweeps at once tell five hundred in batches, each once", {
    tags: ["ALERT-2"],
  }, async () => {
    const market = await aPausedMarket()
    await database.pool.query(
      `with people as (
         insert into users (name, email, email_verified)
         select 'Ada', 'alert-' || n || '@example.test', true from generate_series(1, 500) n returning id
       ), members as (insert into memberships (user_id, role) select id, 'customer' from people),
       profiles as (
         insert into customers (user_id, first_name, last_name) select id, 'Ada', 'Byron' from people returning user_id
       )
       insert into opening_alerts (market_id, customer_id) select $1, user_id from profiles`,
      [market.id],
    )
    await market.resume()
    await Promise.all([1, 2, 3].map(() => sendOpeningAlerts(system())))
    const { rows } = await database.pool.query<{ lines: string; people: string }>(
      "select count(*) as lines, count(distinct user_id) as people from notifications where market_id = $1",
      [market.id],
    )
    expect(rows).toEqual([{ lines: "500", people: "500" }])
  })

  it("cannot ask at a market that may not sell", { tags: ["ALERT-3"] }, async () => {
    const { ctx } = await aShopper()
    const unsubscribed = await aMarket(database.db, { subscription: "cancelled" })
    for (const marketId of [unsubscribed.id, crypto.randomUUID()])
      await expect(requestOpeningAlert(ctx, { marketId })).rejects.toMatchObject({ code: "not_found" })
  })
})
