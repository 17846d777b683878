import type { Cluster } from "./cluster.ts"
import { browse, buy, type Failure, Rejected } from "./shopping.ts"
import type { Buyer, Thing, Town } from "./town.ts"

export type Bought = { checkoutId: string; buyer: Buyer; thing: Thing; at: number }

/** People who browse and people who buy, until stopped. */
export interface Load {
  /** Number of pages that were read by people who browse. */
  pages(): number
  bought: Bought[]
  failures: Failure[]
  /** Waits until everybody has finished their current step. */
  stop(): Promise<void>
}

/** The time that a person spends reading; after an error, people retry somewhat later. */
const READS_MS = 150
const TRIES_AGAIN_MS = 500

export function startLoad(
  cluster: Cluster,
  town: Town,
  options: { visitors?: number; buyers?: number } = {},
): Load {
  const { visitors = 3, buyers = town.buyers.length } = options
  const failures: Failure[] = []
  const bought: Bought[] = []
  let pages = 0
  let turn = 0
  let isStopping = false
  const nextThing = () => town.things[turn++ % town.things.length] as Thing

  async function repeat(act: () => Promise<void>): Promise<void> {
    while (!isStopping) {
      try {
        await act()
        await Bun.sleep(READS_MS)
      } catch (error) {
        const failure = error instanceof Rejected ? error.failure : unexpected(error)
        failures.push(failure)
        await Bun.sleep(TRIES_AGAIN_MS)
      }
    }
  }
  const lookAround = async () => {
    await browse(cluster, nextThing())
    pages += 3
  }
  const buyAsOne = (buyer: Buyer) => async () => {
    const thing = nextThing()
    const checkoutId = await buy(cluster, buyer, thing)
    bought.push({ checkoutId, buyer, thing, at: Date.now() })
  }
  const everybody = Promise.all([
    ...Array.from({ length: visitors }, () => repeat(lookAround)),
    ...town.buyers.slice(0, buyers).map((buyer) => repeat(buyAsOne(buyer))),
  ])
  return {
    pages: () => pages,
    bought,
    failures,
    async stop() {
      isStopping = true
      await everybody
    },
  }
}

const unexpected = (error: unknown): Failure => ({
  at: Date.now(),
  step: "unexpected",
  status: -1,
  text: String(error),
})
