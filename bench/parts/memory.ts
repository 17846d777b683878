import type { Part } from "../report/figure.ts"
import { pin, residentMb } from "../world/cpu.ts"
import { SERVER_CORE, type World } from "../world/open-world.ts"
import { allWork, type Work } from "./work.ts"

const ROUNDS = 3
const SECONDS = { quick: 2, whole: 6 }

/** Measures a web process's resident memory after each round of all actions in the shop, to see whether it grows. */
export async function measureMemory(world: World, options: { quick: boolean }): Promise<Part> {
  const works: Work[] = []
  for (const make of (await allWork(world)).values()) works.push(await make())
  const web = await world.startWeb()
  pin(web.pid, SERVER_CORE)
  const after: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const work of works) await work.run(web.site, options.quick ? SECONDS.quick : SECONDS.whole)
      after.push(residentMb(web.pid))
    }
  } finally {
    await web.stop()
  }
  const first = after[0] ?? 0
  return {
    part: "memory",
    figures: [
      { name: "web process, after one round of the load", value: first, unit: "MB", better: "less" },
      {
        name: `web process, after ${ROUNDS} rounds`,
        value: after.at(-1) ?? 0,
        unit: "MB",
        better: "less",
        ceiling: { name: "after one", value: first },
        most: 1.2,
      },
    ],
  }
}
