import { desc, eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { decisionInput, NO_DECISION } from "#core/approvals/decision-input.ts"
import { listApplicants } from "#core/approvals/list-applicants.server.ts"
import { listAudit } from "#core/approvals/list-audit.server.ts"
import { viewCourierApplicant, viewSellerApplicant } from "#core/approvals/view-applicant.server.ts"
import type { AdminContext } from "#core/context.ts"
import { deleteExpiredImages } from "#core/images/delete-expired-images.server.ts"
import { openImage } from "#core/images/open-image.server.ts"
import { auditLog, couriers, images, markets, orders, outbox } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

const MISSING = crypto.randomUUID()

describe("an admin's decision", () => {
  const database = useDatabase({ connections: 3 })
  const admin = async (name: string) => ctxFor(database, (await anAdmin(database.db, name)).actor)
  const decisionsOf = async (ctx: AdminContext, userId: string) =>
    (await viewSellerApplicant(ctx, userId)).person.decisions
  const approvalOf = async (userId: string) =>
    (await database.db.select().from(markets).where(eq(markets.userId, userId)))[0]!

  it("keeps a seller with open orders from being denied, until they are cancelled or handed over", {
    tags: ["ADMIN-74"],
  }, async () => {
    const ctx = await admin("Ines")
    const { db } = database
    const market = await aMarket(db)
    const product = await aProduct(db, market)
    const customer = await aCustomer(db)
    const sold = { customer, market, product }
    const order = await anOrder(db, sold)
    const carried = await anOrder(db, { ...sold, fulfilment: "delivery" })
    await db.update(orders).set({ status: "picked up" }).where(eq(orders.id, carried.id))
    const denial = { role: "seller", userId: market.sellerId, approve: false, reason: "No permit." } as const
    const deny = () => decideApplicant(ctx, denial, { approval: "approved" })
    expect((await viewSellerApplicant(ctx, market.sellerId)).inHand).toEqual([
      { number: order.number, status: order.status },
    ])
    await expect(deny()).rejects.toMatchObject({
      code: "illegal_move",
      message: `This market has open orders: ${order.number} (pending). Cancel them on their pages, or have the market hand them over first.`,
    })
    expect((await approvalOf(market.sellerId)).approval).toBe("approved")
    await db.update(orders).set({ status: "picked up" }).where(eq(orders.id, order.id))
    await deny()
    expect((await approvalOf(market.sellerId)).approval).toBe("denied")
  })

  it("approves a seller, tells them, and is written down", { tags: ["ADMIN-4"] }, async () => {
    const ctx = await admin("Ines")
    const { sellerId } = await aMarket(database.db, { approval: "waiting" })
    await decideApplicant(ctx, { role: "seller", userId: sellerId, approve: true }, { approval: "waiting" })
    expect(await approvalOf(sellerId)).toMatchObject({
      approval: "approved",
      denialReason: null,
      decidedBy: ctx.actor.userId,
    })
    const [event] = await database.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
    expect(event).toMatchObject({
      event: "person.decided",
      payload: { role: "seller", userId: sellerId, approved: true },
    })
    const { lines } = await listAudit(ctx, { search: sellerId })
    expect(lines).toMatchObject([{ actor: "Ines", action: "seller.approved", subject: "Sam Seller" }])
    expect((await listAudit(ctx, { search: "sám séll" })).lines).toContainEqual(lines[0])
  })

  it("denies a deliverer with the reason, which is asked for", { tags: ["ADMIN-5"] }, async () => {
    const ctx = await admin("Ines")
    const { userId } = await aCourier(database.db, { approval: "waiting" })
    const asked = decisionInput.safeParse({
      decision: "deny",
      seen: "waiting",
      lastDecision: NO_DECISION,
      reason: "  ",
    })
    expect(asked.error?.issues).toMatchObject([{ path: ["reason"], message: "Tell the applicant why." }])
    const denial = { role: "deliverer", userId, approve: false, reason: "The photo is blurred." } as const
    await decideApplicant(ctx, denial, { approval: "waiting" })
    const [row] = await database.db.select().from(couriers).where(eq(couriers.userId, userId))
    expect(row).toMatchObject({ approval: "denied", denialReason: "The photo is blurred." })
    const { person } = await viewCourierApplicant(ctx, userId)
    expect(person.decisions).toMatchObject([{ by: "Ines", approved: false, reason: "The photo is blurred." }])
  })

  it("lets one of two admins at once decide, and tells the other what was decided and by whom", {
    tags: ["ADMIN-6"],
  }, async () => {
    for (let round = 0; round < 8; round++) {
      const [ines, omar] = [await admin("Ines"), await admin("Omar")]
      const { sellerId: userId } = await aMarket(database.db, { approval: "waiting" })
      const [approved, denied] = await Promise.allSettled([
        decideApplicant(ines, { role: "seller", userId, approve: true }, { approval: "waiting" }),
        decideApplicant(
          omar,
          { role: "seller", userId, approve: false, reason: "No permit." },
          { approval: "waiting" },
        ),
      ])
      expect([approved.status, denied.status].sort()).toEqual(["fulfilled", "rejected"])
      const rejection = approved.status === "rejected" ? approved : (denied as PromiseRejectedResult)
      const winner = approved.status === "fulfilled" ? "approved by Ines" : "denied by Omar"
      expect(rejection.reason).toMatchObject({
        code: "already_decided",
        message: `This application was already ${winner}.`,
      })
      const written = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, userId))
      expect(written).toHaveLength(1)
    }
  })

  it("decides again only on what the page showed", { tags: ["ADMIN-6"] }, async () => {
    const ctx = await admin("Ines")
    const { sellerId: userId } = await aMarket(database.db, { approval: "denied", denialReason: "Blurred." })
    const stale = decideApplicant(ctx, { role: "seller", userId, approve: true }, { approval: "waiting" })
    await expect(stale).rejects.toMatchObject({ code: "already_decided" })
    expect((await approvalOf(userId)).approval).toBe("denied")
    await decideApplicant(ctx, { role: "seller", userId, approve: true }, { approval: "denied" })
    expect(await approvalOf(userId)).toMatchObject({ approval: "approved", denialReason: null })
  })

  it("overturns no decision that the page did not show, also where the same stands again", {
    tags: ["ADMIN-6"],
  }, async () => {
    const [ada, ben] = [await admin("Ada"), await admin("Ben")]
    const { sellerId: userId } = await aMarket(database.db, { approval: "waiting" })
    const deny = { role: "seller", userId, approve: false, reason: "Blurred." } as const
    const approve = { role: "seller", userId, approve: true } as const
    const opened = { approval: "waiting", lastDecision: null } as const
    await decideApplicant(ada, deny, opened)
    const denied = { approval: "denied", lastDecision: (await decisionsOf(ada, userId))[0]!.id } as const
    // An approval from a page that was refreshed; the admin still saw the earlier decision.
    const byAccident = decideApplicant(ben, approve, { ...opened, approval: "denied" })
    await expect(byAccident).rejects.toMatchObject({
      code: "already_decided",
      message: "This application was already denied by Ada.",
    })
    await decideApplicant(ada, approve, denied)
    await decideApplicant(ada, deny, {
      approval: "approved",
      lastDecision: (await decisionsOf(ada, userId))[0]!.id,
    })
    await expect(decideApplicant(ben, approve, denied)).rejects.toMatchObject({ code: "already_decided" })
    expect((await approvalOf(userId)).approval).toBe("denied")
    const [latest] = await decisionsOf(ben, userId)
    await decideApplicant(ben, approve, { approval: "denied", lastDecision: latest!.id })
    expect((await approvalOf(userId)).approval).toBe("approved")
  })

  it("knows no applicant but those who applied in that role", { tags: ["ADMIN-8"] }, async () => {
    const ctx = await admin("Ines")
    const { userId } = await aCourier(database.db, { approval: "waiting" })
    for (const id of [userId, MISSING, "1 or 1=1"]) {
      const deciding = decideApplicant(
        ctx,
        { role: "seller", userId: id, approve: true },
        { approval: "waiting" },
      )
      await expect(deciding).rejects.toMatchObject({ code: "not_found" })
      await expect(viewSellerApplicant(ctx, id)).rejects.toMatchObject({ code: "not_found" })
    }
  })
})

describe("an applicant's private pictures", () => {
  const database = useDatabase()

  it("are opened by a link that ends in a minute, after the look is written down", {
    tags: ["ADMIN-9"],
  }, async () => {
    const clock = testClock()
    const links: { name: string; expiresAt: Date }[] = []
    const ports = {
      images: {
        privateUrl: async ({ name }: { name: string }, expiresAt: Date) => {
          links.push({ name, expiresAt })
          return `/private/${name}`
        },
      } as never,
    }
    const ctx = ctxFor(database, (await anAdmin(database.db, "Ines")).actor, { now: clock.now, ports })
    const { sellerId } = await aMarket(database.db)
    const image = await anImage(database.db, { ownerId: sellerId, container: "identity" })
    await database.db.update(markets).set({ certificateId: image.id }).where(eq(markets.userId, sellerId))
    expect(await openImage(ctx, image.id)).toBe(`/private/${image.name}`)
    expect(links[0]!.expiresAt.getTime() - clock.now().getTime()).toBe(60_000)
    const { lines } = await listAudit(ctx, { search: image.id })
    expect(lines).toMatchObject([
      { action: "image.viewed", actor: "Ines", subject: "Sam Seller", details: { picture: "certificate" } },
    ])
    for (const id of [MISSING, image.name])
      await expect(openImage(ctx, id)).rejects.toMatchObject({ code: "not_found" })
  })

  it("are gone 90 days after the decision, those of another application of the same person not", {
    tags: ["ADMIN-10"],
  }, async () => {
    const clock = testClock()
    const removed: string[] = []
    const ports = {
      images: { remove: async ({ name }: { name: string }) => void removed.push(name) } as never,
    }
    const ctx = ctxFor(database, (await anAdmin(database.db, "Ines")).actor, { now: clock.now, ports })
    const { sellerId, actor: _seller, ...market } = await aMarket(database.db, { approval: "waiting" })
    const mine = { ownerId: sellerId, container: "identity" as const }
    const owner = await anImage(database.db, mine)
    const certificate = await anImage(database.db, mine)
    const stall = await anImage(database.db, { ownerId: sellerId, container: "markets" })
    const otherRole = await anImage(database.db, mine)
    await database.db
      .update(markets)
      .set({ ownerPhotoId: owner.id, certificateId: certificate.id, marketPhotoId: stall.id })
      .where(eq(markets.id, market.id))

    await decideApplicant(ctx, { role: "seller", userId: sellerId, approve: true }, { approval: "waiting" })
    clock.advance({ days: 90, seconds: -1 })
    expect(await deleteExpiredImages(systemCtx(database, { now: clock.now, ports }))).toBe(0)
    clock.advance({ seconds: 2 })
    expect(await deleteExpiredImages(systemCtx(database, { now: clock.now, ports }))).toBe(2)
    expect(removed.sort()).toEqual([owner.name, certificate.name].sort())
    await expect(openImage(ctx, owner.id)).rejects.toMatchObject({ code: "not_found" })
    const kept = await database.db.select().from(images).where(eq(images.id, otherRole.id))
    expect(kept).toMatchObject([{ deleteAfter: null, deletedAt: null }])
    const { images: photos } = await viewSellerApplicant(ctx, sellerId)
    expect(photos.map(({ label, deletedAt }) => [label, deletedAt !== null])).toEqual([
      ["Owner ID", true],
      ["Certificate", true],
      ["Market photo", false],
    ])
  })
})

describe("the list of applicants", () => {
  const database = useDatabase()

  it("finds by name, email, market and city, with and without accents and apostrophes, and only those with a confirmed email", {
    tags: ["ADMIN-1", "ADMIN-2"],
  }, async () => {
    const ctx = ctxFor(database, (await anAdmin(database.db, "Ines")).actor)
    const one = await aMarket(database.db, { approval: "waiting", name: "100% Melons", city: "Albany" })
    await aMarket(database.db, { approval: "waiting", name: "1000 Melons", city: "Troy" })
    await aMarket(database.db, { approval: "waiting", name: "D’Anjou’s", city: "Cañon City" })
    const find = async (search: string) =>
      (await listApplicants(ctx, { role: "seller", approval: "waiting", search })).applicants
    expect((await find("100% mel")).map((line) => line.userId)).toEqual([one.sellerId])
    expect((await find("albany")).map((line) => line.market)).toEqual(["100% Melons"])
    expect(await find("melons")).toHaveLength(2)
    expect((await find("danjou's")).map((line) => line.market)).toEqual(["D’Anjou’s"])
    expect((await find("canon c")).map((line) => line.market)).toEqual(["D’Anjou’s"])
    expect(await find("sam sel")).toHaveLength(3)
  })

  it("sorts over all pages and answers the last page for one past the end", {
    tags: ["ADMIN-2"],
  }, async () => {
    const ctx = ctxFor(database, (await anAdmin(database.db, "Ines")).actor)
    for (let number = 10; number < 35; number++)
      await aMarket(database.db, { approval: "denied", name: `Stall ${number}` })
    const list = (page: number, sort: string) =>
      listApplicants(ctx, { role: "seller", approval: "denied", page, sort })
    const first = await list(1, "market")
    expect(first).toMatchObject({ page: 1, pages: 2, total: 25 })
    expect(first.applicants[0]!.market).toBe("Stall 10")
    expect((await list(1, "-market")).applicants[0]!.market).toBe("Stall 34")
    const past = await list(99, "market")
    expect([past.page, past.applicants.at(-1)!.market]).toEqual([2, "Stall 34"])
    expect((await list(1, "constructor")).applicants).toHaveLength(20)
  })
})
