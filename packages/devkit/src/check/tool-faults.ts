import { z } from "zod"
import type { Fault } from "./fault.ts"

const CONCISE = /^\W*([\w./@$-]+?)(?::(\d+))?(?::\d+)?: (.+)$/

/** Parses the output of `biome --reporter=concise`, which has no line number for a file with the wrong format. */
export const biomeFaults = (output: string): Fault[] =>
  output.split("\n").flatMap((text) => {
    const [, file, line, message] = CONCISE.exec(text) ?? []
    return file && message ? [{ file, line: Number(line ?? 1), message }] : []
  })

const COMPILER = /^(\S.*)\((\d+),\d+\): (.+)$/

/** Parses the output of `tsc --pretty false`; each fault includes the lines that explain it. */
export function compilerFaults(output: string): Fault[] {
  const faults: Fault[] = []
  for (const text of output.split("\n")) {
    const [, file, line, message] = COMPILER.exec(text) ?? []
    const last = faults.at(-1)
    if (file && message) faults.push({ file, line: Number(line), message })
    else if (last && text.startsWith(" ")) last.message += `\n${text}`
  }
  return faults
}

const named = z.object({ name: z.string(), line: z.number().optional() })
const knipReport = z.object({ issues: z.array(z.looseObject({ file: z.string() })) })

/** Parses the report of `knip --reporter json`: each category is a list of names in a file. */
export const knipFaults = (json: string): Fault[] =>
  knipReport.parse(JSON.parse(json)).issues.flatMap(({ file, ...categories }) =>
    Object.entries(categories).flatMap(([category, found]) =>
      (Array.isArray(found) ? found.flat() : []).map((entry) => {
        const { name, line = 1 } = named.parse(entry)
        return { file, line, message: category === "files" ? "unused file" : `${category}: ${name}` }
      }),
    ),
  )
