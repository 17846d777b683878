import { load, warmUp } from "../world/load.ts"
import type { World } from "../world/open-world.ts"
import { buyOverApi } from "./api.ts"
import { buyers } from "./buy.ts"
import { shopPages } from "./pages.ts"

const CONNECTIONS = 32

/** One kind of load, for whichever web process. */
export type Work = {
  warmUp(site: string): Promise<void>
  run(site: string, seconds: number): Promise<unknown>
}

/** The shop's pages by their short names, and buying over pages ("checkout") and over the API ("api"). */
export const workNames = async (world: World): Promise<string[]> => [
  ...(await shopPages(world)).map(({ short }) => short),
  "checkout",
  "api",
]

export async function findWork(world: World, name: string): Promise<Work | undefined> {
  if (name === "checkout" || name === "api") {
    const way = name === "api" ? { way: buyOverApi } : {}
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
  const page = (await shopPages(world)).find(({ short }) => short === name)
  if (!page) return undefined
  const at = (site: string) => (index: number) => {
    const asked = page.ask(index)
    return { ...asked, url: asked.url.replace(world.site, site) }
  }
  return {
    warmUp: (site) => warmUp(at(site), 2_000, CONNECTIONS),
    run: (site, seconds) => load(at(site), { connections: CONNECTIONS, seconds }),
  }
}
