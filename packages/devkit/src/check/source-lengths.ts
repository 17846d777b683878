import { readFile } from "node:fs/promises"
import { join } from "node:path"

const SOURCES = new Bun.Glob("{app,core,db,packages,party,server,workers}/**/*.{ts,tsx}")

/** Lines of every source file that is not a test. */
export async function sourceLengths(root: string): Promise<number[]> {
  const lengths: number[] = []
  for await (const file of SOURCES.scan({ cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue
    lengths.push((await readFile(join(root, file), "utf8")).split("\n").length - 1)
  }
  return lengths
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
