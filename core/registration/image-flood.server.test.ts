import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, expect, it } from "vitest"
import { addDraftImage } from "#core/catalog/product-wizard.server.ts"
import { DomainError } from "#core/errors.ts"
import { TOO_MANY_PIXELS } from "#core/images/image-formats.ts"
import { keepDraftFile, readDraft, saveDraft } from "#core/registration/drafts.server.ts"
import { images, outbox, rateLimits } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aPhoto } from "#tests/support/images.ts"

const database = useDatabase({ connections: 4 })
const directory = mkdtempSync(join(tmpdir(), "pushcart-flood-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const ports = { images: diskImages({ directory, secret: "s".repeat(32) }) }
const nobody = () => ctxFor(database, { role: "anonymous" }, { ports })
/** Decoding images takes long on a busy machine. */
const TIMEOUT_MS = 120_000

/** A few hundred bytes of one color, regardless of the image's size. */
const avif = async (side: number) =>
  new Uint8Array(
    await sharp({ create: { width: side, height: side, channels: 3, background: "#c43" } })
      .avif({ effort: 0 })
      .toBuffer(),
  )

async function aDraft() {
  const secret = await saveDraft(nobody(), { kind: "seller", secret: null }, { reached: 4, values: {} })
  return { kind: "seller" as const, secret }
}

const upload = async (owner: Awaited<ReturnType<typeof aDraft>>, address: string, bytes: Uint8Array) =>
  keepDraftFile(nobody(), owner, { field: "id", container: "identity", name: "id.avif", address, bytes })

/** Counts how the uploads ended; throws any error that a flood must not cause. */
async function endings(uploads: readonly Promise<void>[]) {
  const counts = { kept: 0, rate_limited: 0, provider_down: 0 }
  for (const result of await Promise.allSettled(uploads)) {
    if (result.status === "fulfilled") counts.kept += 1
    else if (result.reason instanceof DomainError && result.reason.code in counts)
      counts[result.reason.code as keyof typeof counts] += 1
    else throw result.reason
  }
  return counts
}

async function sellerUploads(count: number) {
  const market = await aMarket(database.db)
  const seller = ctxFor(database, market.actor, { ports })
  for (let number = 0; number < count; number += 1)
    await addDraftImage(seller, { bytes: new Uint8Array((await aPhoto(`${number}.jpg`)).buffer) })
}

it("rejects an AVIF of 700 bytes and 16 megapixels before it is decoded, and says why", {
  tags: ["IMAGE-3", "IMAGE-18"],
  timeout: TIMEOUT_MS,
}, async () => {
  const huge = await avif(3_990)
  expect(huge.byteLength).toBeLessThan(1_000)
  await expect(upload(await aDraft(), "203.0.113.1", huge)).rejects.toMatchObject({
    code: "file_not_image",
    message: TOO_MANY_PIXELS,
  })
})

it("takes every photo of a seller while one address uploads 24 huge AVIFs at once to 12 drafts", {
  tags: ["IMAGE-18"],
  timeout: TIMEOUT_MS,
}, async ({ annotate }) => {
  const huge = await avif(2_000)
  const drafts = await Promise.all(Array.from({ length: 12 }, aDraft))
  const flood = endings([...drafts, ...drafts].map((draft) => upload(draft, "203.0.113.2", huge)))
  await sellerUploads(5)
  const ended = await flood
  await annotate(
    `one address, 24 uploads of ${huge.byteLength} bytes: ${JSON.stringify(ended)}; seller: 5 of 5`,
  )
  // Two are checked and six wait; the others are rejected.
  expect(ended.kept).toBeLessThanOrEqual(8)
  expect(ended.rate_limited).toBeGreaterThanOrEqual(16)
})

it("takes every photo of a seller while forty addresses fill the places of people without an account", {
  tags: ["IMAGE-18"],
  timeout: TIMEOUT_MS,
}, async ({ annotate }) => {
  const large = await avif(900)
  const drafts = await Promise.all(Array.from({ length: 40 }, aDraft))
  const flood = endings(
    drafts.flatMap((draft, at) => [0, 1].map(() => upload(draft, `198.51.100.${at}`, large))),
  )
  await sellerUploads(5)
  const ended = await flood
  await annotate(`40 addresses, 80 uploads: ${JSON.stringify(ended)}; seller: 5 of 5`)
  expect(ended.kept).toBeGreaterThan(0)
})

it("counts no upload that was turned away because too many others were checked", {
  tags: ["IMAGE-18"],
}, async () => {
  const draft = await aDraft()
  const down = new DomainError("provider_down", "Come back later.")
  const busy = { ...ports.images, check: () => Promise.reject(down) }
  const photo = new Uint8Array((await aPhoto()).buffer)
  const file = { field: "id", container: "identity" as const, name: "id.jpg", address: "203.0.113.3" }
  const before = await tries()
  for (let time = 0; time < 61; time += 1)
    await expect(
      keepDraftFile(ctxFor(database, { role: "anonymous" }, { ports: { images: busy } }), draft, {
        ...file,
        bytes: photo,
      }),
    ).rejects.toMatchObject({ code: "provider_down" })
  expect(await tries()).toBe(before)
  await keepDraftFile(nobody(), draft, { ...file, bytes: photo })
  expect(await tries()).toBe(before + 2)
})

const tries = async () =>
  (await database.db.select({ count: rateLimits.count }).from(rateLimits)).reduce(
    (sum, { count }) => sum + count,
    0,
  )

it("takes sixty an hour from one IPv6 line, however many drafts it begins", {
  tags: ["IMAGE-18"],
  timeout: TIMEOUT_MS,
}, async () => {
  const from = (host: number) => `2001:db8:1:1::${host.toString(16)}`
  const noImage = new TextEncoder().encode("<script>")
  const drafts = await Promise.all(Array.from({ length: 4 }, aDraft))
  for (let number = 0; number < 60; number += 1)
    await expect(upload(drafts[number % 4]!, from(number), noImage)).rejects.toMatchObject({
      code: "file_not_image",
    })
  await expect(upload(await aDraft(), from(61), noImage)).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many tries. Please try again in 60 minutes.",
  })
  await expect(upload(await aDraft(), "2001:db8:1:2::1", noImage)).rejects.toMatchObject({
    code: "file_not_image",
  })
})

it("gives a job nothing to do for a market's picture before its registration is finished", {
  tags: ["IMAGE-18"],
}, async () => {
  const draft = await aDraft()
  const jobs = () => database.db.$count(outbox)
  const before = await jobs()
  const photo = new Uint8Array((await aPhoto()).buffer)
  await keepDraftFile(nobody(), draft, {
    field: "pictureOfMarket",
    container: "markets",
    name: "stall.jpg",
    address: "203.0.113.4",
    bytes: photo,
  })
  expect((await readDraft(nobody(), draft))?.files).toHaveProperty("pictureOfMarket")
  expect(await database.db.$count(images)).toBeGreaterThan(0)
  expect(await jobs()).toBe(before)
})
