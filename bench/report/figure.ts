/** One measured number, with its ceiling from the same run and its aim. */
export type Figure = {
  /** Identifies the figure from run to run. */
  name: string
  value: number
  unit: "/s" | "ms" | "MB" | "kB" | "s" | ""
  better: "more" | "less"
  /** The value of a bare program at the same moment. The ratio of both is stable on a busy machine. */
  ceiling?: { name: string; value: number }
  aim?: number
  /** The figure may be at most this many times worse than the ceiling. */
  most?: number
  /** Other people's results, measured elsewhere, for comparison. */
  others?: string
}

export type Part = { part: string; figures: Figure[]; notes?: string[]; failures?: string[] }

/** How many times worse than the ceiling: 2 means twice as slow, or half as many. */
export function distance({ value, ceiling, better }: Figure): number | undefined {
  if (!ceiling) return undefined
  return better === "more" ? ceiling.value / value : value / ceiling.value
}

/** Whether a figure reaches its aim; undefined without one. */
export function isReached(figure: Figure): boolean | undefined {
  const { value, aim, most, better } = figure
  const far = distance(figure)
  if (most !== undefined && far !== undefined) return far <= most
  if (aim === undefined) return undefined
  return better === "more" ? value >= aim : value <= aim
}

/**
 * Above 1 the figure has improved, regardless of which direction is better. Relative to the ceiling if there is one.
 */
export function change(now: Figure, last: Figure): number {
  const [here, there] = [distance(now), distance(last)]
  if (here && there) return there / here
  return now.better === "more" ? now.value / last.value : last.value / now.value
}
