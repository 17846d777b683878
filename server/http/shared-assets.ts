import { readdir, readFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { Hono } from "hono"
import PQueue from "p-queue"
import { DAY_MS } from "#core/durations.ts"
import { log } from "#core/log.server.ts"
import type { FileStore } from "#server/adapters/files/file-store.ts"
import { ENCODINGS, headersOf } from "./static-files.ts"

const FILES = "files"
const BUILDS = "builds"
/** The files of the latest started builds stay, regardless of their age; those of older builds for `KEPT_MS`. */
const BUILDS_KEPT = 5
const KEPT_MS = 30 * DAY_MS
const AT_ONCE = 8

/** A page's files are named with words and hashes, some within a folder; no name can lead out of the folder. */
const NAME = /^([\w-]+\/)*[\w-]+(\.[\w-]+)+$/

type Options = { files: FileStore; folder: string; build: string; now?: () => Date }

/**
 * Stores this build's page files where all processes find them, so that a process of another build can serve them:
 * during a rollout or rollback, a page and its files may come from processes of two builds. Missing files are written,
 * and files that no recent build names are removed.
 */
export async function shareAssets({ files, folder, build, now = () => new Date() }: Options): Promise<void> {
  const names = await namesIn(join(folder, "assets"))
  const there = new Set((await files.list(FILES)).map(({ key }) => key))
  const missing = names.filter((name) => !there.has(`${FILES}/${name}`))
  const write = async (name: string) =>
    files.write(`${FILES}/${name}`, await readFile(join(folder, "assets", name)))
  await new PQueue({ concurrency: AT_ONCE }).addAll(missing.map((name) => () => write(name)))
  await files.write(`${BUILDS}/${build}.json`, Buffer.from(JSON.stringify(names)))
  const removed = await removeOld(files, now())
  log.info("assets.shared", { written: missing.length, removed })
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
}

async function removeOld(files: FileStore, now: Date): Promise<number> {
  const builds = (await files.list(BUILDS)).sort((a, b) => b.writtenAt.getTime() - a.writtenAt.getTime())
  const old = builds
    .slice(BUILDS_KEPT)
    .filter(({ writtenAt }) => writtenAt.getTime() < now.getTime() - KEPT_MS)
  if (old.length === 0) return 0
  const namesOf = async (these: typeof builds) =>
    (await Promise.all(these.map(({ key }) => readNames(files, key)))).flat()
  const kept = new Set(await namesOf(builds.filter((one) => !old.includes(one))))
  const unused = [...new Set(await namesOf(old))].filter((name) => !kept.has(name))
  const remove = (name: string) => files.remove(`${FILES}/${name}`)
  await new PQueue({ concurrency: AT_ONCE }).addAll(unused.map((name) => () => remove(name)))
  for (const { key } of old) await files.remove(key)
  return unused.length
}

async function readNames(files: FileStore, key: string): Promise<string[]> {
  const bytes = await files.read(key)
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as string[]) : []
}

/** Serves files of other builds; this build's own files are served before. */
export function sharedAssetRoutes(files: FileStore): Hono {
  const app = new Hono()
  app.get("/assets/:name{.+}", async (c) => {
    const name = c.req.param("name")
    if (!NAME.test(name)) return gone()
    const accepted = c.req.header("accept-encoding") ?? ""
    for (const { encoding, suffix } of ENCODINGS) {
      if (!accepted.includes(encoding)) continue
      const bytes = await files.read(`${FILES}/${name}${suffix}`)
      if (bytes)
        return file(bytes, {
          ...headersOf(`/assets/${name}`),
          vary: "accept-encoding",
          "content-encoding": encoding,
        })
    }
    const bytes = await files.read(`${FILES}/${name}`)
    return bytes ? file(bytes, headersOf(`/assets/${name}`)) : gone()
  })
  return app
}

const file = (bytes: Uint8Array, headers: Record<string, string>) =>
  new Response(new Uint8Array(bytes), { headers })

/** Not cached: the next process to start may add the file. */
const gone = () =>
  new Response("There is no such file.", { status: 404, headers: { "cache-control": "no-store" } })
