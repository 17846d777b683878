import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { cruise } from "dependency-cruiser"
import { CRUISE_OPTIONS, FORBIDDEN } from "./dependency-rules.ts"
import { lineAt } from "./fault.ts"

const FOLDERS = ["app", "bench", "core", "db", "packages", "party", "server", "tests", "workers"]

export interface DependencyReport {
  /** Number of analyzed files; 0 means that the tool found no files, which is always a fault. */
  modules: number
  violations: { rule: string; from: string; line: number; to: string; comment: string }[]
}

/** Checks the import rules of the project at `root`. */
export async function checkDependencies(root: string): Promise<DependencyReport> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(folders, {
    ...CRUISE_OPTIONS,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: FORBIDDEN },
  })
  if (typeof output === "string")
    throw new Error(`dependency-cruiser answered in words: ${output.slice(0, 200)}`)
  const lineOf = (from: string, to: string) => {
    const dependencies = output.modules.find(({ source }) => source === from)?.dependencies ?? []
    const specifier = dependencies.find(({ resolved }) => resolved === to)?.module ?? to
    const text = readFileSync(join(root, from), "utf8")
    return lineAt(text, Math.max(text.indexOf(`"${specifier}"`), 0))
  }
  return {
    modules: output.modules.filter((module) =>
      FOLDERS.some((folder) => module.source.startsWith(`${folder}/`)),
    ).length,
    violations: output.summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      line: lineOf(from, to),
      to,
      comment: FORBIDDEN.find(({ name }) => name === rule.name)?.comment ?? "",
    })),
  }
}
