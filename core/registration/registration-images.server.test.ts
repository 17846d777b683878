import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, describe, expect, it, vi } from "vitest"
import { keepDraftFile, readDraft, saveDraft } from "#core/registration/drafts.server.ts"
import { images } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aPhoto, notAPhoto, tooLargePhoto } from "#tests/support/images.ts"

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), "pushcart-registration-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const disk = diskImages({ directory, secret: "s".repeat(32) })
const ctx = () => ctxFor(database, { role: "anonymous" }, { ports: { images: disk } })

let people = 0

/**
 * A wizard at its files step, and its upload. Each wizard has its own address, because uploads are counted by address.
 */
async function atTheFiles(kind: "seller" | "deliverer") {
  people += 1
  const address = `203.0.113.${people}`
  const secret = await saveDraft(ctx(), { kind, secret: null }, { reached: 4, values: {} })
  const owner = { kind, secret }
  const upload = (container: "identity" | "markets", buffer: Uint8Array) =>
    keepDraftFile(ctx(), owner, {
      field: "file",
      container,
      name: "passport.jpg",
      bytes: new Uint8Array(buffer),
      address,
    })
  return { owner, address, upload }
}

describe.each([
  ["seller", "identity"],
  ["seller", "markets"],
  ["deliverer", "identity"],
] as const)("a %s's %s picture at registration", (kind, container) => {
  it("loses where it was taken before it is stored", { tags: ["REG-18"] }, async () => {
    const { upload } = await atTheFiles(kind)
    const withPlace = await sharp((await aPhoto()).buffer)
      .withExif({ IFD3: { GPSLatitude: "40/1 44/1 0/1" } })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif).toBeDefined()
    const before = await database.db.select({ name: images.name }).from(images)
    await upload(container, withPlace)
    const after = await database.db.select().from(images)
    const [kept] = after.filter(({ name }) => !before.some((one) => one.name === name))
    expect(kept).toMatchObject({ container })
    const original = await disk.original({ container, name: kept!.name })
    expect((await sharp(original!.bytes).metadata()).exif).toBeUndefined()
  })

  it("is judged by its content, and what is rejected leaves no row behind", {
    tags: ["REG-18"],
  }, async () => {
    const { owner, upload } = await atTheFiles(kind)
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#fff" } })
      .png()
      .toBuffer()
    const before = await database.db.$count(images)
    for (const [bytes, code] of [
      [bomb, "file_not_image"],
      [notAPhoto().buffer, "file_not_image"],
      [(await tooLargePhoto()).buffer, "file_too_large"],
    ] as const)
      await expect(upload(container, bytes)).rejects.toMatchObject({ code })
    expect(await database.db.$count(images)).toBe(before)
    expect((await readDraft(ctx(), owner))?.files ?? {}).toEqual({})
  })
})

describe("a picture for a registration", () => {
  it("is decoded for a registration that was begun, and for nothing else", {
    tags: ["IMAGE-15"],
  }, async () => {
    const { owner, address, upload } = await atTheFiles("seller")
    const check = vi.spyOn(disk, "check")
    const { buffer } = await aPhoto()
    const file = {
      field: "id",
      container: "identity" as const,
      name: "id.jpg",
      bytes: buffer,
      address,
    }
    for (const nobody of [null, "another-secret"])
      await keepDraftFile(ctx(), { ...owner, secret: nobody }, file)
    expect(check).not.toHaveBeenCalled()
    await upload("identity", buffer)
    expect(check).toHaveBeenCalledOnce()
  })

  it("may be chosen again sixty times, and not for ever", { tags: ["IMAGE-15"] }, async () => {
    const { upload } = await atTheFiles("deliverer")
    for (let time = 0; time < 60; time += 1)
      await expect(upload("identity", notAPhoto().buffer)).rejects.toMatchObject({ code: "file_not_image" })
    await expect(upload("identity", notAPhoto().buffer)).rejects.toMatchObject({ code: "rate_limited" })
  })
})
