import type { Failure, Report, Settings } from "./simulate.ts"
import { simulate } from "./simulate.ts"

/**
 * Finds, by bisection, the smallest number of steps after which a failed serial run still fails; later steps do not
 * matter. Returns that run.
 */
export async function shortestPrefix(
  settings: Settings,
  failure: Failure,
  tell: (steps: number, fails: boolean) => void,
): Promise<Report> {
  let least = 0
  let most = failure.step
  let shortest: Report | undefined
  while (least < most) {
    const steps = Math.floor((least + most) / 2)
    const report = await simulate({ ...settings, steps, show: undefined })
    tell(steps, report.failure !== null)
    if (report.failure) {
      shortest = report
      most = Math.min(steps, report.failure.step)
    } else least = steps + 1
  }
  return shortest ?? simulate({ ...settings, steps: most, show: undefined })
}
