import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Cluster } from "./world/cluster.ts"
import { incident } from "./world/incident.ts"
import type { Load } from "./world/load.ts"
import { buildChanged } from "./world/other-build.ts"
import { until } from "./world/program.ts"
import type { Notes, Verdict } from "./world/verdict.ts"
import { openVisitor, readFilesOf, type Visitor } from "./world/visits.ts"

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")
/** Hydrated pages for visitors who are not signed in. */
const PAGES = ["/home?zip=10001", "/login", "/market", "/express"]
/** Long, because each page with missing files waits until its timeout. */
const LOOKS_MS = 300_000

/**
 * A new version replaces the old one, process by process behind a round-robin balancer, and then the old version comes
 * back. Whichever process responds, a page must find its files: those of the new build at old processes, those of the
 * old build at new processes, and, for a page opened before the deploy, those that it loads afterwards.
 */
export async function rollingDeploy({ quick = false } = {}): Promise<Verdict> {
  const second = await buildChanged()
  try {
    return await incident({
      quick,
      async breakIt({ cluster, load, notes }) {
        notes.note({ "files that the new build no longer has": await differences(second.folder) })
        const visitor = await openVisitor(cluster)
        const count = { files: 0, missing: [] as string[] }
        const looking = keepLooking(cluster, visitor, count)
        try {
          for (const [name, from] of [
            ["deploy", second.folder],
            ["rollback", root],
          ] as const) {
            const opened = await visitor?.open("/login")
            const began = Date.now()
            await replaceAll(cluster, load, from, () => looking.untilSeen(quick ? 1 : 3))
            notes.note({ [`${name}: seconds`]: Math.round((Date.now() - began) / 1000) })
            await opened?.touch()
          }
        } finally {
          await looking.stop()
          await visitor?.close()
        }
        report(visitor, count, notes)
      },
    })
  } finally {
    await second.remove()
  }
}

/** Counts the files of this build that the other one lacks. If there were none, the test would prove nothing. */
async function differences(folder: string): Promise<number> {
  const [first, second] = await Promise.all(
    [root, folder].map(async (one) => new Set(await readdir(join(one, "build/client/assets")))),
  )
  const apart = [...(first ?? [])].filter((name) => !second?.has(name)).length
  if (apart === 0) throw new Error("Both builds have the same files.")
  return apart
}

/**
 * Replaces workers first, then the web processes one by one. After each new web process, pages of both builds are
 * opened.
 */
async function replaceAll(
  { workers, web }: Cluster,
  load: Load,
  from: string,
  untilSeen: () => Promise<void>,
): Promise<void> {
  for (const one of [...workers, ...web]) {
    const before = load.bought.length
    await one.stop()
    await one.start(from)
    await until(`orders after ${one.name} was replaced`, () => load.bought.length > before)
    if (web.includes(one)) await untilSeen()
  }
}

/** Opens one page after another until stopped, checking its files and its behavior in a browser. */
function keepLooking(
  cluster: Cluster,
  visitor: Visitor | undefined,
  count: { files: number; missing: string[] },
) {
  let rounds = 0
  let isStopping = false
  const done = (async () => {
    while (!isStopping) {
      for (const path of PAGES) {
        const { files, missing } = await readFilesOf(cluster, path)
        count.files += files
        count.missing.push(...missing)
        await visitor?.visit(path)
      }
      rounds += 1
    }
  })()
  return {
    untilSeen(times: number) {
      const wanted = rounds + times + 1
      return until("people to look at pages", () => rounds >= wanted, LOOKS_MS)
    },
    stop() {
      isStopping = true
      return done
    },
  }
}

function report(
  visitor: Visitor | undefined,
  count: { files: number; missing: string[] },
  notes: Notes,
): void {
  notes.expect(count.missing.length === 0, `files that were not found: ${count.missing.slice(0, 5)}`)
  notes.note({ "files asked for": count.files, "files not found": count.missing.length })
  if (!visitor) {
    notes.note({ browser: "none here: apt-get install chromium" })
    return
  }
  notes.expect(visitor.problems.length === 0, `a browser missed: ${visitor.problems.slice(0, 5).join(", ")}`)
  notes.note({ "pages in a browser": visitor.pages(), "what browsers missed": visitor.problems.length })
}
