import { redacted } from "../../../../core/redacted.ts"
import type { Child } from "./child.ts"

type Pace = { waitMs: number; quickMs: number; mostQuick: number }

/** One that died five times, each within a minute of its start, will not do better the next time. */
const PACE: Pace = { waitMs: 1_000, quickMs: 60_000, mostQuick: 5 }

/**
 * Starts a child again whenever it dies, each time of a row of quick deaths after twice the wait. Returns "stopped" once
 * that is asked for, and the last exit code when it gives up.
 */
export async function keepRunning(
  first: Child,
  startAgain: () => Promise<Child>,
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
    console.error(`The server ended unexpectedly (code ${ended}) and is started again.`)
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
