import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { closeBooks } from "./world/books.ts"
import { type Cluster, openCluster } from "./world/cluster.ts"
import { type Bought, type Load, startLoad } from "./world/load.ts"
import { listenByApi, type OpenPage, openPages } from "./world/pages.ts"
import { until } from "./world/program.ts"
import { type Buyer, type Seller, settleTown } from "./world/town.ts"
import { expectBalanced, type Notes, newVerdict, type Verdict } from "./world/verdict.ts"

/** Limit for a live message about an order while the process that holds the room is being replaced. */
const NEWS_MS = 15_000
const CALM_BETWEEN_MS = 2_000

/**
 * Two web, two worker and two room processes behind a load balancer, with Redis and PostgreSQL: every process is
 * replaced, one at a time, while people browse and buy. Nobody may see an error, no job may be lost, no order
 * duplicated, and open pages get messages about their orders regardless of the process they are connected to.
 */
export async function rollingRestart({ quick = false } = {}): Promise<Verdict> {
  const notes = newVerdict()
  const cluster = await openCluster()
  try {
    const town = await settleTown(cluster, quick ? { buyers: 3 } : {})
    const pages = await openPages(cluster)
    const open = new Map([
      ...town.buyers.map((buyer) => [buyer.userId, pages.open(buyer, "customer")] as const),
      ...town.sellers.map((seller) => [seller.userId, pages.open(seller, "seller")] as const),
    ])
    const [watched] = town.buyers
    const listeners = cluster.web.map(({ url }) => listenByApi(url, watched as Buyer))
    await until("every page to be live", () => [...open.values()].every((page) => page.status() === "live"))
    const load = startLoad(cluster, town, quick ? { visitors: 1 } : {})
    const rounds = quick ? 1 : 2
    await replaceEverything(cluster, load, rounds, notes)
    await load.stop()
    await expectNews(load.bought, open, town.sellers, notes)
    const sockets = await everybodyBack(cluster, open.size)
    notes.expect(Math.min(...sockets) > 0, `Sockets on the rooms' processes: ${sockets.join(", ")}`)
    const lastOrder = Math.max(0, ...load.bought.filter(({ buyer }) => buyer === watched).map(({ at }) => at))
    for (const [n, listener] of listeners.entries())
      notes.expect(
        listener.newsAt() >= lastOrder - NEWS_MS,
        `A socket on web ${n + 1} did not hear of the last order`,
      )
    for (const listener of listeners) listener.close()
    await pages.close()
    report(cluster, load, [...open.values()], notes)
    const books = await closeBooks(cluster)
    expectBalanced(notes, books)
    notes.expect(
      books.orders === load.bought.length,
      `${load.bought.length} were told thanks, ${books.orders} orders exist`,
    )
    notes.note({ "orders at the end": books.orders, "sockets on each room process": sockets.join(" and ") })
    return notes.verdict
  } finally {
    await cluster.close()
  }
}

async function replaceEverything(cluster: Cluster, load: Load, rounds: number, notes: Notes): Promise<void> {
  const stops: number[] = []
  const started = performance.now()
  for (let round = 0; round < rounds; round++) {
    for (const one of [...cluster.web, ...cluster.workers, ...cluster.parties]) {
      const before = load.bought.length
      await Bun.sleep(CALM_BETWEEN_MS)
      const { ms, code } = await one.stop()
      stops.push(ms)
      notes.expect(code === 0, `${one.name} ended with ${code}`)
      await one.start()
      await until(`orders while ${one.name} was replaced`, () => load.bought.length > before)
    }
  }
  notes.note({
    "processes replaced": stops.length,
    seconds: Math.round((performance.now() - started) / 1000),
    "longest stop": `${Math.max(...stops)} ms`,
  })
}

/** Checks that buyer and seller of the last orders have received a message since each was paid. */
async function expectNews(
  bought: Bought[],
  open: Map<string, OpenPage>,
  sellers: Seller[],
  notes: Notes,
): Promise<void> {
  const sellerOf = new Map(sellers.map(({ marketId, userId }) => [marketId, userId]))
  const lastNeeded = new Map<string, number>()
  for (const { buyer, thing, at } of bought)
    for (const userId of [buyer.userId, sellerOf.get(thing.marketId) ?? ""])
      lastNeeded.set(userId, Math.max(lastNeeded.get(userId) ?? 0, at))
  const deaf = () =>
    [...lastNeeded].filter(([userId, at]) => (open.get(userId)?.newsAt() ?? 0) < at - NEWS_MS)
  await until("everybody to have heard", () => deaf().length === 0, NEWS_MS).catch(() => undefined)
  notes.expect(deaf().length === 0, `${deaf().length} open pages did not hear of their last order`)
}

/** Waits until all pages are connected again, and returns how many are connected to each process of the rooms. */
async function everybodyBack({ parties, variables }: Cluster, pages: number): Promise<number[]> {
  const secret = variables.ROOMS_SECRET ?? ""
  const counts = () =>
    Promise.all(
      parties.map(async ({ url }) => (await remoteRooms({ secret, partyHost: url }).countSockets()) ?? 0),
    )
  let sockets = await counts()
  const isEverybody = async () => {
    sockets = await counts()
    return sockets.reduce((sum, count) => sum + count, 0) >= pages
  }
  await until("every page to be back", isEverybody, NEWS_MS).catch(() => undefined)
  return sockets
}

function report(cluster: Cluster, load: Load, pages: OpenPage[], notes: Notes): void {
  for (const { step, status, text } of load.failures)
    notes.expect(false, `${step} answered ${status}: ${text}`)
  notes.note({
    "pages read": load.pages(),
    "orders paid": load.bought.length,
    "failed requests": load.failures.length,
    "tries on a closed port": cluster.front.retries(),
    "live messages heard": pages.reduce((sum, page) => sum + page.hears(), 0),
    "pages that read everything again": pages.reduce((sum, page) => sum + page.resyncs(), 0),
  })
}
