import { incident, statusOf } from "./world/incident.ts"
import { until } from "./world/program.ts"
import type { Verdict } from "./world/verdict.ts"

const BACK_MS = 45_000

/**
 * Both room processes are killed: pages show that live updates are paused, still work by reloading, and catch up later.
 */
export async function roomsGone({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    async breakIt({ cluster, load, pages, notes }) {
      const open = [...pages.values()]
      await until("every page to be live", () => open.every((page) => page.status() === "live"))
      const before = load.bought.length
      for (const party of cluster.parties) await party.kill()
      await until("every page to say so", () => open.every((page) => page.status() === "paused"))
      await Bun.sleep(quick ? 4_000 : 30_000)
      const ready = await statusOf(`${cluster.web[0]?.url}/api/v1/ready`)
      notes.expect(
        ready.status === 503 && ready.body.includes("rooms"),
        `ready says ${ready.status} ${ready.body}`,
      )
      notes.expect(load.bought.length > before, "Nobody could buy without the rooms")
      notes.note({ "orders without rooms": load.bought.length - before })
      const fixed = Date.now()
      for (const party of cluster.parties) await party.start()
      const isBack = () => open.every((page) => page.status() === "live" && page.newsAt() >= fixed)
      await until("every page to be live and to have caught up", isBack, BACK_MS).catch(() => undefined)
      const late = open.filter((page) => page.status() !== "live" || page.newsAt() < fixed)
      notes.expect(late.length === 0, `${late.length} pages did not catch up`)
      notes.note({ "last page caught up after": `${((Date.now() - fixed) / 1000).toFixed(1)} s` })
    },
  })
}
