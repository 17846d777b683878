import { fileURLToPath } from "node:url"
import { incident } from "./world/incident.ts"
import { buildCommit } from "./world/other-build.ts"
import { until } from "./world/program.ts"
import type { Verdict } from "./world/verdict.ts"

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "")
const JOURNAL = "db/migrations/meta/_journal.json"

/**
 * Runs the build before the newest migration with today's schema. During a rollout, and after a rollback, its processes
 * work with tables that they do not know. People browse and buy, its workers run the jobs, and then this version's
 * processes take over the rest.
 */
export async function versionBefore({ quick = false } = {}): Promise<Verdict> {
  const newest = git("log", "-1", "--first-parent", "--format=%H", "--", JOURNAL)
  const commit = git("rev-parse", "--short", `${newest}^1`)
  const before = await buildCommit(commit)
  try {
    return await incident({
      quick,
      options: { build: before.folder },
      async breakIt({ cluster, load, notes }) {
        const orders = load.bought.length + (quick ? 20 : 200)
        await until("orders by the version before", () => load.bought.length >= orders)
        notes.note({ "version before": commit, "its orders on today's schema": load.bought.length })
        for (const one of [...cluster.workers, ...cluster.web]) {
          await one.stop()
          await one.start(root)
        }
      },
    })
  } finally {
    await before.remove()
  }
}

function git(...args: string[]): string {
  const { stdout, success, stderr } = Bun.spawnSync(["git", ...args], { cwd: root })
  if (!success) throw new Error(`This fault needs the repository's history: ${stderr.toString().trim()}`)
  return stdout.toString().trim()
}
