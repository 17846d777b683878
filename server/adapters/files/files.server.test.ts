import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest"
import { startS3 } from "#tests/support/fake-s3.ts"
import {
  type Answer,
  cut,
  type Fake,
  garbage,
  silence,
  startFake,
  status,
} from "#tests/support/fake-service.ts"
import { diskFiles } from "./disk-files.ts"
import type { FileStore } from "./file-store.ts"
import { s3Files } from "./s3-files.ts"

const s3 = await startS3()
const directory = mkdtempSync(join(tmpdir(), "pushcart-files-"))
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true })
  await s3.close()
})

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (content: Uint8Array | undefined) => content && new TextDecoder().decode(content)

describe.each<[string, (folder: string) => FileStore]>([
  ["on disk", (folder) => diskFiles(join(directory, folder))],
  ["in a bucket", (folder) => s3Files(s3.bucket, folder)],
])("files %s", (_, open) => {
  it("are read as they were written last, and are not there before and after", {
    tags: ["OPS-41"],
  }, async () => {
    const files = open("one")
    expect(await files.read("market/melon/original")).toBeUndefined()
    await files.write("market/melon/original", bytes("first"))
    await files.write("market/melon/original", bytes("second"))
    expect(text(await files.read("market/melon/original"))).toBe("second")
    await files.remove("market/melon/original")
    await files.remove("market/melon/original")
    expect(await files.read("market/melon/original")).toBeUndefined()
  })

  it("are listed with their times, more than one page of them, and removed by folder", {
    tags: ["OPS-41"],
  }, async () => {
    const files = open("many")
    const names = Array.from({ length: 1_001 }, (_, n) => `melon/${n}`)
    expect(await files.list("melon")).toEqual([])
    for (const name of names) await files.write(name, bytes("m"))
    await files.write("melons/other", bytes("o"))
    const listed = await files.list("melon")
    expect(listed.map(({ key }) => key).sort()).toEqual(names.sort())
    for (const { writtenAt } of listed) expect(Date.now() - writtenAt.getTime()).toBeLessThan(600_000)
    await files.removeFolder("melon")
    await files.removeFolder("melon")
    expect(await files.list("melon")).toEqual([])
    expect(text(await files.read("melons/other")), "a folder whose name only begins so").toBe("o")
  })

  it("of one folder are not seen in another", { tags: ["OPS-41"] }, async () => {
    await open("left").write("a", bytes("left"))
    expect(await open("right").read("a")).toBeUndefined()
    expect(await open("right").list("a")).toEqual([])
  })
})

const MOODS: [name: string, answer: Answer][] = [
  ["never answers", silence],
  ["says 500", status(500)],
  ["says 503", status(503)],
  ["is a hotel's wifi", garbage],
  ["hangs up in the middle", cut({})],
]

describe("a store that misbehaves", () => {
  let outside: Fake
  beforeEach(async () => {
    outside = await startFake()
  })
  afterEach(() => outside.close())
  const open = (patience = {}) =>
    s3Files({ ...s3.bucket, endpoint: outside.url }, "images", {
      timeoutMs: 300,
      failures: 1_000,
      ...patience,
    })

  it.each(MOODS)(
    "%s: reading and writing fail in one kind of error, which says whether to try again",
    {
      tags: ["OPS-41"],
    },
    async (_, answer) => {
      outside.answers(answer)
      const files = open()
      const error = await files.list("products").then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(error).toMatchObject({ name: "ProviderError", provider: "S3" })
      expect(files.isPassing(error)).toBe(true)
      expect(String(error)).not.toContain("the-secret")
    },
  )

  it("is not asked while its circuit is open", { tags: ["OPS-41"] }, async () => {
    outside.answers(silence)
    const files = open({ failures: 2, openMs: 60_000 })
    for (let call = 0; call < 2; call += 1)
      await expect(files.write("a", bytes("a"))).rejects.toMatchObject({ reason: "timed out" })
    await expect(files.read("a")).rejects.toMatchObject({ reason: "circuit open" })
  })

  it("that is not ours is a fault of our settings, and no sentence about waiting", {
    tags: ["OPS-41"],
  }, async () => {
    const files = s3Files({ ...s3.bucket, bucket: "somebody-elses" }, "images")
    const error = await files.write("a", bytes("a")).catch((error: unknown) => error)
    expect(error).toMatchObject({ name: "ProviderError", reason: "answered NoSuchBucket" })
    expect(files.isPassing(error)).toBe(false)
  })
})
