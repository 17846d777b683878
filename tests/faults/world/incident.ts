import { closeBooks } from "./books.ts"
import { type Cluster, type ClusterOptions, openCluster } from "./cluster.ts"
import { type Load, startLoad } from "./load.ts"
import { type OpenPage, openPages } from "./pages.ts"
import { until } from "./program.ts"
import type { Failure } from "./shopping.ts"
import { settleTown, type Town } from "./town.ts"
import { expectBalanced, type Notes, newVerdict, type Verdict } from "./verdict.ts"

/** The world in which an incident happens. */
export interface Scene {
  cluster: Cluster
  town: Town
  load: Load
  /** The open page of each customer and seller. */
  pages: Map<string, OpenPage>
  notes: Notes
}

interface Incident {
  options?: ClusterOptions
  /** Breaks something, checks what people see, and fixes it. */
  breakIt(scene: Scene): Promise<void>
  /** Whether people may see this error in the meantime. Without it, no error is allowed. */
  isTold?(failure: Failure): boolean
  quick: boolean
}

const BEFORE_MS = 3_000
const RECOVERS_MS = 60_000

/**
 * People browse and buy while something breaks and is fixed. After that everything must recover without help: in the
 * end every payment has its order, every order its emails, and every event its jobs, each exactly once.
 */
export async function incident({
  options,
  breakIt,
  isTold = () => false,
  quick,
}: Incident): Promise<Verdict> {
  const notes = newVerdict()
  const cluster = await openCluster(options)
  try {
    const town = await settleTown(cluster, { buyers: quick ? 3 : 6 })
    const rooms = await openPages(cluster)
    const pages = new Map([
      ...town.buyers.map((buyer) => [buyer.userId, rooms.open(buyer, "customer")] as const),
      ...town.sellers.map((seller) => [seller.userId, rooms.open(seller, "seller")] as const),
    ])
    const load = startLoad(cluster, town, { visitors: quick ? 1 : 2 })
    await until("orders before the incident", () => load.bought.length > 3)
    await Bun.sleep(BEFORE_MS)
    await breakIt({ cluster, town, load, pages, notes })
    await recover(load, notes)
    await load.stop()
    await rooms.close()
    judge(load, isTold, notes)
    const books = await closeBooks(cluster)
    expectBalanced(notes, books)
    notes.expect(
      books.orders >= load.bought.length,
      `${load.bought.length} were thanked for ${books.orders} orders`,
    )
    notes.note({ "orders at the end": books.orders })
    return notes.verdict
  } catch (error) {
    for (const one of [...cluster.web, ...cluster.workers])
      console.error(one.name, one.output().slice(-2_000))
    throw error
  } finally {
    await cluster.close()
  }
}

/** Measures the time from the fix to the first order that succeeds without help. */
async function recover(load: Load, notes: Notes): Promise<void> {
  const fixed = Date.now()
  const isWell = () => load.bought.some(({ at }) => at > fixed)
  await until("an order after the fixing", isWell, RECOVERS_MS).catch(() => undefined)
  notes.expect(isWell(), `No order in ${RECOVERS_MS} ms after everything was fixed`)
  notes.note({ "first order after the fixing": `${((Date.now() - fixed) / 1000).toFixed(1)} s` })
  await Bun.sleep(BEFORE_MS)
}

function judge({ failures, bought, pages }: Load, isTold: (failure: Failure) => boolean, notes: Notes): void {
  const seen = new Map<string, number>()
  for (const failure of failures) {
    const { step, status, text } = failure
    const what = `${status} ${text.slice(0, 90)}`
    seen.set(what, (seen.get(what) ?? 0) + 1)
    if (!isTold(failure)) notes.expect(false, `${step} answered ${status}: ${text.slice(0, 300)}`)
  }
  notes.note({
    "pages read": pages(),
    "orders paid": bought.length,
    "errors that people saw": failures.length,
    ...Object.fromEntries([...seen].slice(0, 8).map(([what, times]) => [`“${what}”`, times])),
  })
}

/** Returns an endpoint's status and body. */
export async function statusOf(url: string): Promise<{ status: number; body: string }> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  return { status: answer.status, body: await answer.text() }
}
