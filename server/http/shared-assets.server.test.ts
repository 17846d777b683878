import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { DAY_MS } from "#core/durations.ts"
import { diskFiles } from "#server/adapters/files/disk-files.ts"
import { shareAssets, sharedAssetRoutes } from "./shared-assets.ts"

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-assets-"))
  folders.push(folder)
  return folder
}

/** A build's folder with these files in it. */
function aBuild(files: Record<string, string>): string {
  const folder = newFolder()
  // Some files are in a subfolder, like the page script.
  mkdirSync(join(folder, "assets/small"), { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "assets", name), content)
  return folder
}

const ask = (files: ReturnType<typeof diskFiles>, path: string, accepts = "") =>
  sharedAssetRoutes(files).request(path, { headers: { "accept-encoding": accepts } })

it("answers for the files of another build, compressed where the browser takes it, and to be kept for ever", {
  tags: ["OPS-40"],
}, async () => {
  const files = diskFiles(newFolder())
  const folder = aBuild({
    "market-a1.js": "let a",
    "market-a1.js.br": "packed",
    "bare-b2.css": "p{}",
    "small/s3.js": "let s",
  })
  await shareAssets({ files, folder, build: "one" })

  const packed = await ask(files, "/assets/market-a1.js", "gzip, br")
  expect(await packed.text()).toBe("packed")
  expect(Object.fromEntries(packed.headers)).toMatchObject({
    "content-type": expect.stringContaining("text/javascript"),
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  })
  const plain = await ask(files, "/assets/bare-b2.css", "gzip, br")
  expect([await plain.text(), plain.headers.get("content-encoding")]).toEqual(["p{}", null])
  expect(await (await ask(files, "/assets/small/s3.js")).text()).toBe("let s")
})

it.each([
  "/assets/never-there.js",
  "/assets/..%2Fbuilds%2Fone.json",
  "/assets/small%2F..%2F..%2Fbuilds%2Fone.json",
  "/assets/.hidden",
])("has no %s, and lets no cache remember that", { tags: ["OPS-40"] }, async (path) => {
  const files = diskFiles(newFolder())
  await shareAssets({ files, folder: aBuild({ "a-1.js": "a" }), build: "one" })
  const answer = await ask(files, path)
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"])
})

it("keeps the files of the five builds that were started last, whatever their age, and of others for a month", {
  tags: ["OPS-40"],
}, async () => {
  const store = newFolder()
  const files = diskFiles(store)
  let starts = 0
  const start = async (build: string, days: number) => {
    await shareAssets({
      files,
      folder: aBuild({ "common-1.js": "all", [`${build}-1.js`]: build }),
      build,
      now: () => new Date(Date.now() + days * DAY_MS),
    })
    // Several builds in a row may be written in one tick of the file system's clock.
    starts += 1
    const writtenAt = new Date(Date.now() - 60_000 + starts * 1_000)
    utimesSync(join(store, `builds/${build}.json`), writtenAt, writtenAt)
  }
  for (const build of ["b1", "b2", "b3", "b4", "b5"]) await start(build, 0)
  await start("b6", 29)
  expect((await ask(files, "/assets/b1-1.js")).status).toBe(200)
  // The rollback: the old build's files are needed again.
  await start("b1", 29)
  await start("b7", 31)
  const there = async (build: string) => (await ask(files, `/assets/${build}-1.js`)).status === 200
  expect(await there("b1"), "was started again").toBe(true)
  expect(await there("b2"), "is old").toBe(false)
  expect(await there("b3"), "is old").toBe(false)
  expect(await there("b7")).toBe(true)
  expect((await ask(files, "/assets/common-1.js")).status, "is the newest build's too").toBe(200)
})
