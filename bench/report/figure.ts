/** One measured number, beside its ceiling of the same run and what is to be reached. */
export type Figure = {
  /** Names it from run to run. */
  name: string
  value: number
  unit: "/s" | "ms" | "MB" | "kB" | "s" | ""
  better: "more" | "less"
  /** What a bare program does at the same moment; the ratio survives a noisy machine. */
  ceiling?: { name: string; value: number }
  aim?: number
  /** At most so many times worse than the ceiling. */
  most?: number
  /** What others do, measured elsewhere: a mark to beat. */
  others?: string
}

export type Part = { part: string; figures: Figure[]; notes?: string[]; failures?: string[] }

/** How far from the ceiling: 2 means twice as slow, or half as many. */
export function distance({ value, ceiling, better }: Figure): number | undefined {
  if (!ceiling) return undefined
  return better === "more" ? ceiling.value / value : value / ceiling.value
}

/** Whether a figure is as its aim says; undefined where it has none. */
export function isReached(figure: Figure): boolean | undefined {
  const { value, aim, most, better } = figure
  const far = distance(figure)
  if (most !== undefined && far !== undefined) return far <= most
  if (aim === undefined) return undefined
  return better === "more" ? value >= aim : value <= aim
}

/** Above 1 it has become better, whichever way better is. Measured against the ceiling where there is one. */
export function change(now: Figure, last: Figure): number {
  const [here, there] = [distance(now), distance(last)]
  if (here && there) return there / here
  return now.better === "more" ? now.value / last.value : last.value / now.value
}
