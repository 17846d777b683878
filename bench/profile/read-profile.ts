import { basename } from "node:path"

/** Output of Bun's --cpu-prof, in the format of Chromium's profiler. */
export type CpuProfile = {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  samples: number[]
  /** Microseconds since the previous sample. */
  timeDeltas: number[]
  /** Microseconds. */
  startTime: number
}

export type Share = { name: string; where: string; self: number; total: number }
export type Profile = {
  samples: number
  packages: { name: string; self: number; total: number }[]
  functions: Share[]
}

/**
 * Sums the samples in a window of milliseconds since the start of the process: own time, and time including callees.
 */
export function readProfile(profile: CpuProfile, window: { fromMs: number; toMs: number }): Profile {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const packages = new Map<string, { self: number; total: number }>()
  const functions = new Map<string, Share>()
  let samples = 0
  let atMs = 0
  for (const [index, leaf] of profile.samples.entries()) {
    atMs += (profile.timeDeltas[index] ?? 0) / 1000
    if (atMs < window.fromMs || atMs > window.toMs) continue
    samples++
    const counted = new Set<string>()
    for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
      const frame = nodes.get(id)?.callFrame
      if (!frame || frame.functionName === "(root)") continue
      const owner = packageOf(frame.url)
      const where = placeOf(frame)
      const name = `${frame.functionName || "(anonymous)"} ${where}`
      const self = id === leaf ? 1 : 0
      const share = functions.get(name) ?? {
        name: frame.functionName || "(anonymous)",
        where,
        self: 0,
        total: 0,
      }
      const sum = packages.get(owner) ?? { self: 0, total: 0 }
      share.self += self
      sum.self += self
      // A recursive function is its own callee and counts once.
      if (!counted.has(name)) share.total += 1
      if (!counted.has(owner)) sum.total += 1
      counted.add(name).add(owner)
      functions.set(name, share)
      packages.set(owner, sum)
    }
  }
  return {
    samples,
    packages: [...packages].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => b.self - a.self),
    functions: [...functions.values()],
  }
}

/** Returns the package of a file. The built server is ours; functions without a file belong to the runtime. */
export function packageOf(url: string): string {
  if (!url || url.startsWith("node:") || url.startsWith("bun:") || url === "[native code]")
    return "the runtime"
  const inside = url.split("/node_modules/").at(-1)
  if (inside === undefined || inside === url) return "Pushcart"
  const [scope = "", name = ""] = inside.split("/")
  return scope.startsWith("@") ? `${scope}/${name}` : scope
}

function placeOf({ url, lineNumber }: { url: string; lineNumber: number }): string {
  const owner = packageOf(url)
  if (owner === "the runtime") return owner
  return `${owner === "Pushcart" ? "" : `${owner}/`}${basename(url)}:${lineNumber + 1}`
}
