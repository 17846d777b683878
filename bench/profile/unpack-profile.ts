import { readFileSync } from "node:fs"
import type { CpuProfile } from "./read-profile.ts"

/** In the bundled server, each file's part begins with a comment that contains its path. */
const PART = /^\/\/ (\S*node_modules\/\S+)$/
const PACKED = /\/build\/server\/index\.js$/

/** Returns the profile with the packages' own files in place of the bundle. */
export function unpackProfile(profile: CpuProfile, read = readPacked): CpuProfile {
  const parts = new Map<string, { line: number; name: string }[]>()
  const nodes = profile.nodes.map((node) => {
    const { url, lineNumber } = node.callFrame
    if (!PACKED.test(url)) return node
    const inside = parts.get(url) ?? partsOf(read(url))
    parts.set(url, inside)
    const part = inside.findLast(({ line }) => line <= lineNumber)
    if (!part?.name) return node
    return { ...node, callFrame: { ...node.callFrame, url: part.name, lineNumber: lineNumber - part.line } }
  })
  return { ...profile, nodes }
}

function partsOf(text: string): { line: number; name: string }[] {
  return text.split("\n").flatMap((words, line) => {
    if (!words.startsWith("// ")) return []
    const name = PART.exec(words)?.[1]
    if (name) return [{ line, name: `/${name}` }]
    return words.startsWith("// build/server/") ? [{ line, name: "" }] : []
  })
}

const readPacked = (url: string) => readFileSync(url.startsWith("file:") ? new URL(url) : url, "utf8")
