import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { eq } from "drizzle-orm"
import { Hono } from "hono"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { deleteExpiredImages } from "#core/images/delete-expired-images.server.ts"
import { keepImage } from "#core/images/keep-image.server.ts"
import { processImage } from "#core/images/process-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import type { Images } from "#core/ports/images.ts"
import { images as imageRows } from "#db/schema/index.ts"
import { diskFiles } from "#server/adapters/files/disk-files.ts"
import { s3Files } from "#server/adapters/files/s3-files.ts"
import { keptImages } from "#server/adapters/images/kept-images.ts"
import { keptImageRoutes, redirectedImageRoutes } from "#server/images/image-routes.ts"
import { systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { startCloudinary } from "#tests/support/fake-cloudinary.ts"
import { startS3 } from "#tests/support/fake-s3.ts"
import { tooLargePhoto } from "#tests/support/images.ts"

// Imported after the fake server is set up, which switches Cloudinary's library to plain HTTP.
const { cloudinaryImages } = await import("#server/adapters/images/cloudinary-images.ts")
const SECRET = "s".repeat(32)
const address = { container: "products" as const, name: "melon" }

/** Like a phone's photo: rotated, with the location where it was taken. */
const photo = () =>
  sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: "#c43",
      noise: { type: "gaussian", mean: 120, sigma: 30 },
    },
  })
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "40/1 44/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 70 })
    .toBuffer()

const directory = mkdtempSync(join(tmpdir(), "pushcart-images-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const onDisk = diskFiles(directory)
const disk = keptImages({ files: onDisk, secret: SECRET })
const s3 = await startS3()
afterAll(() => s3.close())
const inBucket = s3Files(s3.bucket, "images")
const bucket = keptImages({ files: inBucket, secret: SECRET })
const cloud = await startCloudinary()
afterAll(() => cloud.close())

describe.each<[string, Images]>([
  ["disk", disk],
  ["S3", bucket],
  ["Cloudinary", cloudinaryImages(cloud.url)],
])("pictures on %s", (_name, images) => {
  it("rejects what is not a picture, whatever it is called", { tags: ["IMAGE-1"] }, async () => {
    const script = new TextEncoder().encode("<script>alert(1)</script>")
    await expect(images.check(script)).rejects.toMatchObject({ code: "file_not_image" })
  })

  it("rejects a picture of more than 1 MB, in the specification's words", { tags: ["IMAGE-2"] }, async () => {
    await expect(images.check((await tooLargePhoto()).buffer)).rejects.toMatchObject({
      code: "file_too_large",
      message: "File size exceeds 1MB. Please select a smaller file.",
    })
  })

  it("rejects a small file that unpacks to a huge picture", { tags: ["IMAGE-3"] }, async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
      .png()
      .toBuffer()
    expect(bomb.byteLength).toBeLessThan(1_048_576)
    await expect(images.check(bomb)).rejects.toMatchObject({ code: "file_not_image" })
  })

  it("rejects a drawing before anything renders it", { tags: ["IMAGE-13"] }, async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    for (const svg of [drawing, gzipSync(drawing)])
      await expect(images.check(Buffer.from(svg))).rejects.toMatchObject({ code: "file_not_image" })
  })

  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "takes a photo in %s",
    { tags: ["IMAGE-13"] },
    async (format) => {
      const checked = await images.check(
        await sharp(await photo())
          .resize(80)
          .toFormat(format)
          .toBuffer(),
      )
      const kept = format === "avif" ? "webp" : format
      expect(checked.contentType).toBe(`image/${kept}`)
      expect((await sharp(checked.bytes).metadata()).format).toBe(kept)
    },
  )

  it("asks to come back while too many others wait, and takes photos again afterwards", {
    tags: ["IMAGE-14"],
  }, async () => {
    const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#7a9" } })
      .png()
      .toBuffer()
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => images.check(small)))
    const rejected = results.filter((result) => result.status === "rejected")
    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected.length).toBeLessThan(100)
    for (const { reason } of rejected) expect(reason).toMatchObject({ code: "provider_down" })
    await images.check(small)
  })

  it("turns a photo upright and takes off what the phone wrote into it", { tags: ["IMAGE-4"] }, async () => {
    const checked = await images.check(await photo())
    expect([checked.width, checked.height]).toEqual([600, 800])
    const { exif, orientation } = await sharp(checked.bytes).metadata()
    expect(exif).toBeUndefined()
    expect(orientation).toBeUndefined()
  })

  it("stores, processes and removes, and doing so twice is the same as once", {
    tags: ["IMAGE-5"],
  }, async () => {
    const checked = await images.check(await photo())
    await images.store(address, checked)
    await images.store(address, checked)
    expect(await images.process(address)).toEqual({ width: 600, height: 800 })
    await images.remove(address)
    await images.remove(address)
  })
})

describe("pictures served from disk", { tags: ["slow"] }, () => {
  const clock = testClock()
  const app = new Hono().route("/", keptImageRoutes({ images: disk, secret: SECRET, now: clock.now }))
  beforeAll(async () => {
    for (const container of ["products", "identity"] as const)
      await disk.store({ container, name: "melon" }, await disk.check(await photo()))
    await disk.process(address)
  })

  it("are shown at once while no job runs, small and not kept, and as AVIF when it has run", {
    tags: ["IMAGE-16", "SEC-73"],
  }, async () => {
    const fresh = { ...address, name: "just-uploaded" }
    await disk.store(fresh, await disk.check(await photo()))
    const path = disk.url(fresh, 384)
    const get = () => app.request(path, { headers: { accept: "image/avif,image/webp,*/*" } })
    const since = performance.now()
    const first = await get()
    expect(performance.now() - since).toBeLessThan(500)
    expect(first.headers.get("content-type")).toBe("image/jpeg")
    expect(first.headers.get("cache-control")).toBe("no-store")
    expect(first.headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    expect((await sharp(await first.arrayBuffer()).metadata()).width).toBe(576)
    // Viewing creates no file: only the job does.
    const kept = (await onDisk.list(`products/${fresh.name}`)).map(({ key }) => key.split("/").at(-1))
    expect(kept.sort()).toEqual(["first.jpeg", "original"])
    await disk.process(fresh)
    const then = await get()
    expect(then.headers.get("content-type")).toBe("image/avif")
    expect(then.headers.get("cache-control")).toContain("immutable")
  })

  it("that are drawings of our own are shown as they are, at every width", {
    tags: ["IMAGE-16"],
  }, async () => {
    const drawing = { ...address, name: "drawing" }
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
    )
    await disk.store(drawing, { bytes: svg, contentType: "image/svg+xml", width: 9, height: 9 })
    await disk.process(drawing)
    const shown = await app.request(disk.url(drawing, 1200), { headers: { accept: "image/avif,*/*" } })
    expect(shown.headers.get("content-type")).toBe("image/svg+xml")
    expect(shown.headers.get("cache-control")).toContain("immutable")
    expect(await shown.text()).toBe(svg.toString())
  })

  it("come in the best format that the browser takes, for ever", { tags: ["IMAGE-5"] }, async () => {
    const path = disk.url(address, 170)
    expect(path).toBe("/images/products/melon?w=192")
    const get = (accept: string) => app.request(path, { headers: { accept } })
    const avif = await get("image/avif,image/webp,*/*")
    expect(avif.headers.get("content-type")).toBe("image/avif")
    expect(avif.headers.get("cache-control")).toContain("immutable")
    expect(avif.headers.get("vary")).toBe("Accept")
    const webp = await get("image/webp,*/*")
    const jpeg = await get("*/*")
    expect([webp, jpeg].map((r) => r.headers.get("content-type"))).toEqual(["image/webp", "image/jpeg"])
    const { width } = await sharp(await avif.arrayBuffer()).metadata()
    expect(width).toBe(192)
  })

  it("weigh at most 5 kB on a card and 16 kB alone on a phone's page, even a noisy photo", {
    tags: ["IMAGE-6"],
  }, async () => {
    const limits = { 192: 5, 288: 5, 384: 5, 576: 16 }
    for (const [width, kilobytes] of Object.entries(limits)) {
      const answer = await app.request(disk.url(address, Number(width)), {
        headers: { accept: "image/avif" },
      })
      expect((await answer.arrayBuffer()).byteLength, `${width} px`).toBeLessThanOrEqual(kilobytes * 1024)
    }
  })

  it("have a fake of at most 900 bytes as wide as a phone, even a noisy photo, for whoever opens the page next", {
    tags: ["IMAGE-6"],
  }, async () => {
    const noisy = { ...address, name: "stood-in" }
    expect(await disk.preview({ ...address, name: "no-such" })).toBeUndefined()
    await disk.store(noisy, await disk.check(await photo()))
    expect(await disk.preview(noisy)).toBeUndefined()
    await expect.poll(() => disk.preview(noisy), { timeout: 15_000 }).toMatch(/^data:image\/avif;base64,/)
    const [, packed = ""] = (await disk.preview(noisy))!.split(",")
    const bytes = Buffer.from(packed, "base64")
    expect(bytes.byteLength).toBeLessThanOrEqual(900)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 384, height: 329 })
    const fresh = { ...address, name: "processed" }
    await disk.store(fresh, await disk.check(await photo()))
    await disk.process(fresh)
    expect(await disk.preview(fresh)).toBeDefined()
  })

  it("have no fake where they are drawings, which it would be seen through", {
    tags: ["IMAGE-6"],
  }, async () => {
    const drawing = { ...address, name: "drawing" }
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><circle cx="4" cy="4" r="2"/></svg>`
    const facts = { contentType: "image/svg+xml" as const, width: 8, height: 8 }
    await disk.store(drawing, { bytes: Buffer.from(svg), ...facts })
    await disk.process(drawing)
    expect(await disk.preview(drawing)).toBeUndefined()
    // The preview was generated and is empty, so later page views do not try again.
    const files = await onDisk.list(`products/${drawing.name}`)
    expect(files.map(({ key }) => key).sort()).toEqual([
      "products/drawing/original",
      "products/drawing/preview.avif",
    ])
  })

  it("are encoded once by two jobs at once, and never half written", { tags: ["IMAGE-5"] }, async () => {
    const twice = { ...address, name: "twice" }
    await disk.store(twice, await disk.check(await photo()))
    await Promise.all([disk.process(twice), disk.process(twice)])
    expect(await onDisk.list(`products/${twice.name}`)).toHaveLength(2 + 7 * 3 + 1)
  })

  it("hide private ones without a link, with a stale link, and with a link made for another picture", {
    tags: ["IMAGE-7", "IMAGE-9"],
  }, async () => {
    const secretPhoto = { container: "identity" as const, name: "melon" }
    const in5Minutes = new Date(clock.now().getTime() + 300_000)
    const link = await disk.privateUrl(secretPhoto, in5Minutes)
    const good = await app.request(link)
    expect(good.status).toBe(200)
    expect(good.headers.get("cache-control")).toBe("private, no-store")
    expect((await app.request("/images/identity/melon")).status).toBe(404)
    expect((await app.request("/private-images/identity/melon")).status).toBe(404)
    expect((await app.request(link.replace("/melon", "/other"))).status).toBe(404)
    expect((await app.request(link.replace(/exp=\d+/, "exp=9999999999"))).status).toBe(404)
    clock.advance({ minutes: 6 })
    expect((await app.request(link)).status).toBe(404)
  })

  it("keep a name from walking out of the folder", { tags: ["IMAGE-7"] }, async () => {
    expect((await app.request("/images/products/..%2F..%2Fkeys")).status).toBe(404)
    await expect(disk.original({ container: "products", name: "../../keys" })).rejects.toThrow()
  })
})

describe("pictures served from a bucket", () => {
  const clock = testClock()
  const app = new Hono().route("/", keptImageRoutes({ images: bucket, secret: SECRET, now: clock.now }))

  it("are shown at once, and as the job made them for ever afterwards", { tags: ["OPS-41"] }, async () => {
    const fresh = { ...address, name: "in-bucket" }
    await bucket.store(fresh, await bucket.check(await photo()))
    const get = () => app.request(bucket.url(fresh, 384), { headers: { accept: "image/webp,*/*" } })
    const first = await get()
    expect([first.status, first.headers.get("cache-control")]).toEqual([200, "no-store"])
    await inBucket.write(
      "products/in-bucket/384.webp",
      await sharp(await photo())
        .webp()
        .toBuffer(),
    )
    const then = await get()
    expect(then.headers.get("content-type")).toBe("image/webp")
    expect(then.headers.get("cache-control")).toContain("immutable")
    await bucket.remove(fresh)
    expect((await get()).status).toBe(404)
  })

  it("hide private ones from whoever has no link of ours that is whole and not over", {
    tags: ["OPS-41", "IMAGE-7"],
  }, async () => {
    const owner = { container: "identity" as const, name: "owner" }
    await bucket.store(owner, await bucket.check(await photo()))
    const link = await bucket.privateUrl(owner, new Date(clock.now().getTime() + 300_000))
    const shown = await app.request(link)
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    for (const path of [
      "/images/identity/owner",
      "/private-images/identity/owner",
      link.replace("/owner", "/other"),
      link.replace(/exp=\d+/, "exp=9999999999"),
    ])
      expect((await app.request(path)).status, path).toBe(404)
    clock.advance({ minutes: 6 })
    expect((await app.request(link)).status).toBe(404)
  })
})

describe("products' pictures on Cloudinary", () => {
  it("have their sizes made by the job, under the addresses that pages lead to", {
    tags: ["IMAGE-16"],
  }, async () => {
    const images = cloudinaryImages(cloud.url)
    await images.store(address, await images.check(await photo()))
    await images.process(address)
    const { eager, eager_async } = cloud.explicits.at(-1)!
    expect(eager_async).toBe("1")
    const app = new Hono().route("/", redirectedImageRoutes(images))
    const shown = await app.request("/images/products/melon?w=192&f=avif")
    expect(shown.status).toBe(302)
    expect(shown.headers.get("cross-origin-resource-policy")).toBe("cross-origin")
    const [, size] = /upload\/([^/]+)\/v1\/products\/melon$/.exec(shown.headers.get("location")!)!
    expect(String(eager).split("|")).toContain(size!.replace("f_auto", "f_avif"))
    expect((await app.request("/images/identity/melon?w=192")).status).toBe(404)
  })
})

describe("private pictures on Cloudinary", () => {
  it("are uploaded signed and authenticated, and seen by a link that says when it ends", {
    tags: ["IMAGE-7"],
  }, async () => {
    const images = cloudinaryImages(cloud.url)
    const owner = { container: "identity" as const, name: "owner" }
    await images.store(owner, await images.check(await photo()))
    expect(cloud.uploads.at(-1)).toMatchObject({ public_id: "identity/owner", type: "authenticated" })
    const link = new URL(await images.privateUrl(owner, new Date(1_900_000_000_000)))
    expect(link.searchParams.get("expires_at")).toBe("1900000000")
    expect(cloud.isSigned(Object.fromEntries(link.searchParams))).toBe(true)
    expect(link.href).not.toContain("the-secret")
  })
})

describe("a picture's row", () => {
  const database = useDatabase()
  const clock = testClock()
  const ctx = () => systemCtx(database, { ports: { images: disk }, now: clock.now })
  const rowOf = async (id: string) =>
    (await database.db.select().from(imageRows).where(eq(imageRows.id, id)))[0]!

  it("becomes ready when its sizes are made, and stays so when the job runs again", {
    tags: ["IMAGE-10"],
  }, async () => {
    const kept = await keepImage(ctx(), "products", await photo())
    const imageId = await database.db.transaction((tx) => saveImage(tx, kept, { ownerId: null }))
    expect((await rowOf(imageId)).status).toBe("processing")
    await processImage(ctx(), { imageId })
    await processImage(ctx(), { imageId })
    expect(await rowOf(imageId)).toMatchObject({ status: "ready", width: 600, height: 800 })
    expect(await onDisk.list(`products/${kept.name}`)).toHaveLength(2 + 7 * 3 + 1)
  })

  it("outlives a private picture, which is deleted when its time is over and not before", {
    tags: ["IMAGE-10"],
  }, async () => {
    const kept = await keepImage(ctx(), "identity", await photo())
    const deleteAfter = new Date(clock.now().getTime() + 90 * 86_400_000)
    const imageId = await database.db.transaction((tx) => saveImage(tx, kept, { ownerId: null, deleteAfter }))
    clock.advance({ days: 89 })
    expect(await deleteExpiredImages(ctx())).toBe(0)
    expect(await disk.original(kept)).toBeDefined()
    clock.advance({ days: 2 })
    expect(await deleteExpiredImages(ctx())).toBe(1)
    expect(await disk.original(kept)).toBeUndefined()
    expect((await rowOf(imageId)).deletedAt).toEqual(clock.now())
    expect(await deleteExpiredImages(ctx())).toBe(0)
  })

  it("deletes all that are over in one run, however many", { tags: ["IMAGE-10"] }, async () => {
    const over = { container: "identity" as const, contentType: "image/webp", deleteAfter: clock.now() }
    const names = Array.from({ length: 250 }, (_, index) => ({ ...over, name: `over-${index}` }))
    await database.db.insert(imageRows).values(names)
    clock.advance({ seconds: 1 })
    expect(await deleteExpiredImages(ctx())).toBe(250)
  })
})
