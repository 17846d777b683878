import type { ServerBuild } from "react-router"
import { isBare } from "./short-way.ts"

/** The paths that only lead on or answer data, among those without parameters: nothing is drawn there. */
export function pathsWithoutFrame({ routes }: ServerBuild): ReadonlySet<string> {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    if (!route) return ""
    const above = pathOf(route.parentId)
    return route.path ? `${above}/${route.path}` : above
  }
  const silent = Object.values(routes).filter((route) => route && isBare(route))
  return new Set(silent.map((route) => pathOf(route?.id)).filter((path) => !/[:*?]/.test(path)))
}
