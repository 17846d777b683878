import { appendFileSync } from "node:fs"

/** Runs the work and records its duration, for the table of times that `npm test` writes. */
export async function fixedCost<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  try {
    return await work()
  } finally {
    const file = process.env.FIXED_COSTS
    const seconds = (performance.now() - started) / 1000
    if (file) appendFileSync(file, `${JSON.stringify({ name, seconds })}\n`)
  }
}
