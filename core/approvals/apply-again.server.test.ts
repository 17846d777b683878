import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { desc, eq, inArray } from "drizzle-orm"
import { afterAll, expect, it } from "vitest"
import { applyAgain, viewDeniedApplication } from "#core/approvals/apply-again.server.ts"
import { decideApplicant } from "#core/approvals/decide-applicant.server.ts"
import { deleteExpiredImages } from "#core/images/delete-expired-images.server.ts"
import { couriers, images, markets, outbox } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { anImage } from "#tests/support/factories/images.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { aPhoto, notAPhoto } from "#tests/support/images.ts"
import { untilWaiting } from "#tests/support/until-waiting.ts"

// One connection each for two applicants, the lock that holds them up, and the observer.
const database = useDatabase({ connections: 4 })
const db = () => database.db
const directory = mkdtempSync(join(tmpdir(), "pushcart-again-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const disk = diskImages({ directory, secret: "s".repeat(32) })
const clock = testClock(new Date("2026-11-20T12:00:00Z"))
const parts = { ports: { images: disk }, now: clock.now }

const photo = async (colour = "#7a9") => new Uint8Array((await aPhoto("photo.jpg", colour)).buffer)
const stored = () =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

async function deny(role: "seller" | "deliverer", userId: string) {
  const admin = ctxFor(database, (await anAdmin(db(), "Ines")).actor, parts)
  const decision = { role, userId, approve: false as const, reason: "The photo is blurred." }
  await decideApplicant(admin, decision, { approval: "waiting" })
}

async function deniedSeller() {
  const market = await aMarket(db(), { approval: "waiting" })
  const document = (container: "identity" | "markets") =>
    anImage(db(), { ownerId: market.sellerId, container })
  const [id, certificate, stall] = [
    await document("identity"),
    await document("identity"),
    await document("markets"),
  ]
  await db()
    .update(markets)
    .set({ ownerPhotoId: id.id, certificateId: certificate.id, marketPhotoId: stall.id })
    .where(eq(markets.id, market.id))
  await deny("seller", market.sellerId)
  return { ctx: ctxFor(database, market.actor, parts), market, id, certificate, stall }
}

const marketRow = async (id: string) => (await db().select().from(markets).where(eq(markets.id, id)))[0]!
const imageRow = async (id: string) => (await db().select().from(images).where(eq(images.id, id)))[0]!

it("takes the pictures that were sent, keeps the others, and waits for another decision", {
  tags: ["REG-21"],
}, async () => {
  const { ctx, market, id, certificate, stall } = await deniedSeller()
  expect(await viewDeniedApplication(ctx)).toEqual({
    reason: "The photo is blurred.",
    wasApproved: false,
    documents: ["id", "pictureOfMarket", "certificate"].map((field) => ({
      field,
      url: expect.stringMatching(field === "pictureOfMarket" ? /^\/images\// : /^\/private-images\/.*exp=/),
      isGone: false,
    })),
  })
  await applyAgain(ctx, { id: await photo() })
  const row = await marketRow(market.id)
  expect(row).toMatchObject({
    approval: "waiting",
    denialReason: null,
    decidedAt: null,
    decidedBy: null,
    certificateId: certificate.id,
    marketPhotoId: stall.id,
  })
  expect(row.ownerPhotoId).not.toBe(id.id)
  expect(await imageRow(row.ownerPhotoId!)).toMatchObject({
    ownerId: market.sellerId,
    container: "identity",
    status: "ready",
    deleteAfter: null,
  })
  // As with the first application, the days are counted from the decision.
  expect((await imageRow(certificate.id)).deleteAfter).toBeNull()
  expect((await imageRow(id.id)).deleteAfter).toEqual(clock.now())
  const [last] = await db().select().from(outbox).orderBy(desc(outbox.id)).limit(1)
  expect(last).toMatchObject({
    event: "person.appliedAgain",
    payload: { userId: market.sellerId, role: "seller" },
  })
  expect(await viewDeniedApplication(ctx)).toBeNull()
})

it("does nothing for whom nobody has denied, and nothing the second time", { tags: ["REG-22"] }, async () => {
  for (const approval of ["waiting", "approved"] as const) {
    const courier = await aCourier(db(), { approval })
    const before = stored()
    await applyAgain(ctxFor(database, courier.actor, parts), { id: await photo() })
    expect(stored()).toBe(before)
    const [row] = await db().select().from(couriers).where(eq(couriers.userId, courier.userId))
    expect(row).toMatchObject({ approval, photoId: null })
  }
})

it("takes one of two that are sent at once, and nothing of the other stays", {
  tags: ["REG-22"],
}, async () => {
  const courier = await aCourier(db(), { approval: "waiting" })
  await deny("deliverer", courier.userId)
  const ctx = ctxFor(database, courier.actor, parts)
  const before = stored()
  await applyAgain(ctx, { id: await photo("#111") })
  const one = stored() - before
  await deny("deliverer", courier.userId)
  const { done } = await whileLocked(courier.userId, async () =>
    Promise.all([applyAgain(ctx, { id: await photo("#222") }), applyAgain(ctx, { id: await photo("#333") })]),
  )
  await done
  expect(stored() - before).toBe(2 * one)
  const own = await db().select().from(images).where(eq(images.ownerId, courier.userId))
  expect(own).toHaveLength(2)
  expect(own.filter(({ deleteAfter }) => deleteAfter === null)).toHaveLength(1)
})

/** Locks the courier's row until both calls wait for it, and returns the combined promise of both. */
async function whileLocked<T>(userId: string, both: () => Promise<T>): Promise<{ done: Promise<T> }> {
  const holder = await database.pool.connect()
  try {
    await holder.query("begin")
    await holder.query("select from deliverers where user_id = $1 for update", [userId])
    const done = both()
    await untilWaiting(database, 2)
    return { done }
  } finally {
    await holder.query("commit")
    holder.release()
  }
}

it("wants a picture, and one for each that is gone, and judges each by its content", {
  tags: ["REG-21"],
}, async () => {
  const { ctx, market, id, certificate } = await deniedSeller()
  const before = stored()
  await expect(applyAgain(ctx, {})).rejects.toMatchObject({
    code: "invalid",
    message: "Choose at least one new photo.",
  })
  await expect(
    applyAgain(ctx, { id: await photo(), certificate: new Uint8Array(notAPhoto().buffer) }),
  ).rejects.toMatchObject({ details: { messages: { certificate: expect.stringMatching(/isn't an image/) } } })
  expect(stored()).toBe(before)
  expect((await marketRow(market.id)).approval).toBe("denied")

  clock.advance({ days: 91 })
  const gone = await db()
    .select()
    .from(images)
    .where(inArray(images.id, [id.id, certificate.id]))
  for (const { container, name } of gone)
    await disk.store(
      { container, name },
      { bytes: await photo(), contentType: "image/jpeg", width: 1, height: 1 },
    )
  await deleteExpiredImages(systemCtx(database, parts))
  expect((await viewDeniedApplication(ctx))?.documents).toEqual([
    { field: "id", url: null, isGone: true },
    { field: "pictureOfMarket", url: expect.any(String), isGone: false },
    { field: "certificate", url: null, isGone: true },
  ])
  await expect(applyAgain(ctx, { id: await photo() })).rejects.toMatchObject({
    details: { messages: { certificate: "Choose a photo." } },
  })
  await applyAgain(ctx, { id: await photo("red"), certificate: await photo("blue") })
  expect((await marketRow(market.id)).approval).toBe("waiting")
})

it("takes no picture twice, and keeps neither", { tags: ["REG-27"] }, async () => {
  const { ctx, market } = await deniedSeller()
  const before = stored()
  await expect(
    applyAgain(ctx, {
      id: await photo("red"),
      pictureOfMarket: await photo("blue"),
      certificate: await photo("red"),
    }),
  ).rejects.toMatchObject({
    code: "invalid",
    details: {
      messages: {
        certificate: "This is the same photo as the photo ID of the owner. Choose another.",
      },
    },
  })
  expect(stored()).toBe(before)
  expect((await marketRow(market.id)).approval).toBe("denied")
})
