import { type Ask, load, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { buyOverApi } from "./api.ts"
import { buyers, type Way } from "./buy.ts"
import { shopPages } from "./pages.ts"
import { searching } from "./search.ts"

const CONNECTIONS = 32

/** One kind of load, for any web process. */
export type Work = {
  warmUp(site: string): Promise<void>
  run(site: string, seconds: number): Promise<unknown>
}

/**
 * Returns every kind of load by its name: the shop's pages, searches, and buying through the pages ("checkout") and
 * through the API ("api"). Buyers are created only when theirs is used.
 */
export async function allWork(world: World): Promise<Map<string, () => Promise<Work>>> {
  const pages = (await shopPages(world)).map(
    (page) => [page.short, async () => visiting(world, page.ask)] as const,
  )
  return new Map([
    ...pages,
    ["search", async () => visiting(world, await searching(world))],
    ["checkout", () => buying(world, {})],
    ["api", () => buying(world, { way: buyOverApi })],
  ])
}

async function buying(world: World, way: { way?: Way }): Promise<Work> {
  const { order, everyBuyer } = await buyers(world, { count: CONNECTIONS, ...way })
  return {
    warmUp: async (site) => void (await everyBuyer((buyer) => order(buyer, site))),
    async run(site, seconds) {
      const until = performance.now() + seconds * 1000
      await everyBuyer(async (buyer) => {
        while (performance.now() < until) await order(buyer, site)
      })
    },
  }
}

function visiting(world: World, ask: Ask): Work {
  const at =
    (site: string): Ask =>
    (index) => {
      const asked = ask(index)
      return { ...asked, url: asked.url.replace(world.site, site) }
    }
  return {
    warmUp: (site) => warmUp(at(site), 2_000, CONNECTIONS),
    run: (site, seconds) => load(at(site), { connections: CONNECTIONS, seconds }),
  }
}
