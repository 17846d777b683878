import { desc, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { listAudit } from "#core/approvals/list-audit.server.ts"
import { auditLog, images, marketChanges, marketPhotos, markets, orders, outbox } from "#db/schema/index.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { confirmMarketPhoto } from "./confirm-market-photo.server.ts"
import { decideMarketChange } from "./decide-market-change.server.ts"
import { listMarketChanges } from "./list-market-changes.server.ts"
import { requestMarketChange, withdrawMarketChange } from "./request-market-change.server.ts"
import { updateMarketFacts } from "./update-market-facts.server.ts"
import { viewOwnMarket } from "./view-own-market.server.ts"

const database = useDatabase({ zips: true, connections: 4 })
const db = () => database.db
const clock = testClock(new Date("2026-11-20T12:00:00Z"))

async function aSeller() {
  const market = await aMarket(db(), { name: "Apple Row" })
  return { market, ctx: ctxFor(database, market.actor, { now: clock.now }) }
}
const admin = async (name = "Ines") => ctxFor(database, (await anAdmin(db(), name)).actor, { now: clock.now })
const rowOf = async (id: string) => (await db().select().from(markets).where(eq(markets.id, id)))[0]!
const waiting = async (marketId: string) =>
  (await db().select().from(marketChanges).where(eq(marketChanges.marketId, marketId))).filter(
    ({ decidedAt }) => decidedAt === null,
  )

const name = (wanted: string) => ({ kind: "name" as const, wanted: { name: wanted } })
const chicago = {
  kind: "timeZone" as const,
  wanted: { timeZone: "America/Chicago", why: "Our town keeps the next county's time." },
}
const BUFFALO = { address: "1 Main St", city: "Buffalo", state: "NY" as const, zip: "14203" }

describe("a new name or address", () => {
  it("is what customers read once an admin approved it, and not before", {
    tags: ["STALL-2", "STALL-3"],
  }, async () => {
    const { market, ctx } = await aSeller()
    await requestMarketChange(ctx, name("Plum Row"))
    expect(await rowOf(market.id)).toMatchObject({ name: "Apple Row", canSell: true })
    expect((await viewOwnMarket(ctx)).changes.name).toMatchObject({
      wanted: { name: "Plum Row" },
      isDenied: false,
    })
    const ines = await admin()
    const [change] = (await listMarketChanges(ines)).filter(({ sellerId }) => sellerId === market.sellerId)
    await decideMarketChange(ines, { changeId: change!.id, approve: true })
    expect(await rowOf(market.id)).toMatchObject({ name: "Plum Row", canSell: true })
    expect((await viewOwnMarket(ctx)).changes.name).toBeNull()
    const { lines } = await listAudit(ines, { search: market.sellerId })
    expect(lines).toMatchObject([{ actor: "Ines", action: "market.changeApproved" }])
  })

  it("moves the market with its address, and asks for the street", { tags: ["STALL-3"] }, async () => {
    const { market, ctx } = await aSeller()
    await requestMarketChange(ctx, { kind: "address", wanted: BUFFALO })
    const [change] = await waiting(market.id)
    await decideMarketChange(await admin(), { changeId: change!.id, approve: true })
    const moved = await rowOf(market.id)
    expect(moved).toMatchObject({ ...BUFFALO, positionSource: "zip" })
    expect(moved.lat).toBeCloseTo(42.88, 1)
    const [event] = await db().select().from(outbox).orderBy(desc(outbox.id)).limit(1)
    expect(event).toMatchObject({ event: "market.changeDecided", payload: { isMoved: true } })
  })

  it("has a state and a zip that agree", { tags: ["STALL-2"] }, async () => {
    const { market, ctx } = await aSeller()
    const wrong = { ...BUFFALO, state: "CA" as const }
    await expect(requestMarketChange(ctx, { kind: "address", wanted: wrong })).rejects.toMatchObject({
      code: "invalid",
      field: "state",
    })
    expect(await waiting(market.id)).toEqual([])
  })

  it("waits once: asked for again it is replaced, and the name that is there already takes it back", {
    tags: ["STALL-2"],
  }, async () => {
    const { market, ctx } = await aSeller()
    await Promise.all(["Plum Row", "Pear Row", "Fig Row"].map((one) => requestMarketChange(ctx, name(one))))
    expect(await waiting(market.id)).toHaveLength(1)
    expect(await requestMarketChange(ctx, name("Apple Row"))).toBe("taken back")
    expect(await waiting(market.id)).toEqual([])
    await expect(requestMarketChange(ctx, name("Apple Row"))).rejects.toMatchObject({
      code: "invalid",
      field: "name",
    })
  })

  it("that was denied says why, for thirty days or until the seller asks again", {
    tags: ["STALL-3"],
  }, async () => {
    const { market, ctx } = await aSeller()
    await requestMarketChange(ctx, name("Best Market in Town"))
    const [change] = await waiting(market.id)
    const reason = "This name promises too much."
    await decideMarketChange(await admin(), { changeId: change!.id, approve: false, reason })
    expect((await viewOwnMarket(ctx)).changes.name).toMatchObject({ isDenied: true, reason })
    const later = ctxFor(database, market.actor, {
      now: () => new Date(clock.now().getTime() + 31 * 86_400_000),
    })
    expect((await viewOwnMarket(later)).changes.name).toBeNull()
    await requestMarketChange(ctx, name("Plum Row"))
    expect((await viewOwnMarket(ctx)).changes.name).toMatchObject({ isDenied: false })
  })

  it("that the seller took back, or a colleague decided, is decided by nobody else", {
    tags: ["STALL-4"],
  }, async () => {
    const { market, ctx } = await aSeller()
    await requestMarketChange(ctx, name("Plum Row"))
    const [first] = await waiting(market.id)
    const ines = await admin()
    const omar = await admin("Omar")
    const decided = await Promise.allSettled([
      decideMarketChange(ines, { changeId: first!.id, approve: true }),
      decideMarketChange(omar, { changeId: first!.id, approve: false, reason: "Not this name." }),
      withdrawMarketChange(ctx, "name"),
    ])
    const [row] = await db().select().from(marketChanges).where(eq(marketChanges.id, first!.id))
    const isApproved = row!.decision === "approved"
    expect((await rowOf(market.id)).name).toBe(isApproved ? "Plum Row" : "Apple Row")
    const lost = decided.slice(0, 2).filter((one) => one.status === "rejected")
    for (const { reason } of lost) expect(reason).toMatchObject({ code: "already_decided" })
    const written = await db().select().from(auditLog).where(eq(auditLog.subjectId, market.sellerId))
    expect(written).toHaveLength(2 - lost.length)
    expect(written.length).toBeLessThan(2)
  })

  it("of another seller is not to be found", { tags: ["STALL-2"] }, async () => {
    const { market, ctx } = await aSeller()
    const other = await aSeller()
    await requestMarketChange(ctx, name("Plum Row"))
    await withdrawMarketChange(other.ctx, "name")
    expect(await waiting(market.id)).toHaveLength(1)
    expect((await viewOwnMarket(other.ctx)).changes.name).toBeNull()
  })
})

describe("another time zone", { tags: ["STALL-47"] }, () => {
  const approved = async (marketId: string) => {
    const [change] = await waiting(marketId)
    await decideMarketChange(await admin(), { changeId: change!.id, approve: true })
    return rowOf(marketId)
  }

  it("is the market's once an admin approved it, which upgrades know; placed orders keep their time", async () => {
    const { market, ctx } = await aSeller()
    const startsAt = new Date("2026-11-25T15:00:00Z")
    const window = { startsAt, endsAt: new Date("2026-11-25T16:00:00Z") }
    const product = await aProduct(db(), market)
    const order = await anOrder(db(), { customer: await aCustomer(db()), market, product, window })
    await requestMarketChange(ctx, chicago)
    expect(await rowOf(market.id)).toMatchObject({ timeZone: "America/New_York", timeZoneSource: "zip" })
    const [listed] = (await listMarketChanges(await admin())).filter(
      (one) => one.sellerId === market.sellerId,
    )
    expect(listed).toMatchObject({ ...chicago, market: { timeZone: "America/New_York" } })
    expect(await approved(market.id)).toMatchObject({ timeZone: "America/Chicago", timeZoneSource: "admin" })
    const [kept] = await db().select().from(orders).where(eq(orders.id, order.id))
    expect(kept?.windowStartsAt).toEqual(startsAt)
    const [event] = await db().select().from(outbox).orderBy(desc(outbox.id)).limit(1)
    expect(event).toMatchObject({ event: "market.changeDecided", payload: { isMoved: false } })
  })

  it("is another one: a zone of the same clock is there already", async () => {
    const { market, ctx } = await aSeller()
    await db().update(markets).set({ timeZone: "America/Detroit" }).where(eq(markets.id, market.id))
    const same = { ...chicago, wanted: { ...chicago.wanted, timeZone: "America/New_York" } }
    await expect(requestMarketChange(ctx, same)).rejects.toMatchObject({
      code: "invalid",
      field: "timeZone",
      message: "That's already your market's time zone.",
    })
  })

  it("stays at another street of the zone that the zip had, and goes with a zip of another zone", async () => {
    const { market, ctx } = await aSeller()
    await requestMarketChange(ctx, chicago)
    await approved(market.id)
    await requestMarketChange(ctx, { kind: "address", wanted: BUFFALO })
    expect(await approved(market.id)).toMatchObject({
      zip: "14203",
      timeZone: "America/Chicago",
      timeZoneSource: "admin",
    })
    const denver = { address: "1 Larimer St", city: "Denver", state: "CO" as const, zip: "80202" }
    await requestMarketChange(ctx, { kind: "address", wanted: denver })
    expect(await approved(market.id)).toMatchObject({ timeZone: "America/Denver", timeZoneSource: "zip" })
  })
})

describe("what a seller changes alone", () => {
  it("is written and nothing else", { tags: ["STALL-1"] }, async () => {
    const { market, ctx } = await aSeller()
    await updateMarketFacts(ctx, { story: "Three farms, one corner." })
    await updateMarketFacts(ctx, { acceptsSnap: true, acceptsWic: false, acceptsMarketChecks: false })
    expect(await rowOf(market.id)).toMatchObject({
      story: "Three farms, one corner.",
      acceptsSnap: true,
      phone: "212-555-0134",
      name: "Apple Row",
    })
  })
})

describe("the photo of the registration", () => {
  it("is shown once the seller says so, and said twice it stands once", { tags: ["STALL-5"] }, async () => {
    const { market, ctx } = await aSeller()
    const photo = await anImage(db(), { ownerId: market.sellerId, container: "markets" })
    await db().update(markets).set({ marketPhotoId: photo.id }).where(eq(markets.id, market.id))
    expect(await viewOwnMarket(ctx)).toMatchObject({ photos: [], unconfirmedPhoto: { id: photo.id } })
    await Promise.all([confirmMarketPhoto(ctx), confirmMarketPhoto(ctx)])
    expect(await viewOwnMarket(ctx)).toMatchObject({ photos: [{ id: photo.id }], unconfirmedPhoto: null })
    const rows = await db().select().from(marketPhotos).where(eq(marketPhotos.marketId, market.id))
    expect(rows).toHaveLength(1)
    await db().update(images).set({ deletedAt: clock.now() }).where(eq(images.id, photo.id))
    expect(await viewOwnMarket(ctx)).toMatchObject({ photos: [], unconfirmedPhoto: null })
  })

  it("is not there where none was sent", { tags: ["STALL-5"] }, async () => {
    const { ctx } = await aSeller()
    await expect(confirmMarketPhoto(ctx)).rejects.toMatchObject({ code: "not_found" })
  })
})
