import { MINUTE_MS } from "../../../../core/durations.ts"
import { redacted } from "../../../../core/redacted.ts"
import type { Child } from "./child.ts"

type Ends = Pick<Child, "exited" | "stop">

/** A child that is restarted when it dies. */
export interface Kept<C = Pick<Child, "exited">> {
  /** The child's name, capitalized to begin a sentence. */
  name: string
  first: C
  startAgain(): Promise<C>
}

type Pace = { waitMs: number; quickMs: number; mostQuick: number }

/** If a child dies five times in a row, each time within a minute of its start, another restart is pointless. */
const PACE: Pace = { waitMs: 1_000, quickMs: MINUTE_MS, mostQuick: 5 }

/**
 * Starts a child that can be kept running; later calls of `start` get the first child, to restart on its port. At the
 * end, the latest child is stopped, once it has finished starting.
 */
export async function startKept<C extends Ends>(
  name: string,
  start: (first?: C) => Promise<C>,
  atEnd: (stop: () => Promise<void>) => void,
): Promise<Kept<C>> {
  let latest = start()
  atEnd(async () => (await latest.catch(() => undefined))?.stop())
  const first = await latest
  const startAgain = () => {
    latest = start(first)
    return latest
  }
  return { name, first, startAgain }
}

/**
 * Keeps all of them running until a stop is requested or one cannot be kept running; returns that one with its last
 * exit code. No child is started after that.
 */
export async function keepAllRunning(
  all: readonly Kept[],
  stop: AbortSignal,
  pace = PACE,
): Promise<{ name: string; code: number } | undefined> {
  const lost = new AbortController()
  const signal = AbortSignal.any([stop, lost.signal])
  const ends = await Promise.all(
    all.map(async (kept) => {
      const code = await keepRunning(kept, signal, pace)
      lost.abort()
      return code === "stopped" ? [] : [{ name: kept.name, code }]
    }),
  )
  return ends.flat()[0]
}

/**
 * Restarts a child whenever it dies, with twice the wait after each quick death in a row. Returns "stopped" once a stop
 * is requested, and the last exit code when it gives up.
 */
export async function keepRunning(
  { name, first, startAgain }: Kept,
  stop: AbortSignal,
  { waitMs, quickMs, mostQuick }: Pace = PACE,
): Promise<"stopped" | number> {
  let exited = first.exited
  for (let quickDeaths = 0; ; ) {
    const startedAt = performance.now()
    const ended = await Promise.race([exited, stopped(stop)])
    if (ended === "stopped") return ended
    quickDeaths = performance.now() - startedAt < quickMs ? quickDeaths + 1 : 1
    if (quickDeaths >= mostQuick) return ended
    console.error(`${name} ended unexpectedly (code ${ended}) and is started again.`)
    const waited = Bun.sleep(waitMs * 2 ** (quickDeaths - 1))
    if ((await Promise.race([waited, stopped(stop)])) === "stopped") return "stopped"
    exited = startAgain().then(
      (child) => child.exited,
      (error) => {
        console.error(redacted(error).message)
        return 1
      },
    )
  }
}

function stopped(signal: AbortSignal): Promise<"stopped"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("stopped")
    signal.addEventListener("abort", () => resolve("stopped"), { once: true })
  })
}
