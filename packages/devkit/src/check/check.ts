import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { root } from "../start/start-everything.ts"
import { auditDependencies, judgeAudit } from "./audit-dependencies.ts"
import { checkBareTexts } from "./bare-texts.ts"
import { checkDependencies } from "./check-dependencies.ts"
import { type Fault, printed } from "./fault.ts"
import { checkRequirements } from "./requirements.ts"
import { biomeFaults, compilerFaults, knipFaults } from "./tool-faults.ts"

/**
 * npm run check: format, lint, types, imports, dead code, requirements. Runs all steps before it exits. Each fault is a
 * plain line, `path:line: message`.
 */
const steps: [name: string, run: () => Promise<string | undefined>][] = [
  ["format and lint", lint],
  ["types", types],
  ["dependency rules", dependencyRules],
  ["dead code", deadCode],
  ["bare texts", async () => checkBareTexts(root)],
  ["requirements", checkRequirements],
  ["known holes in dependencies", holes],
]

let current: Bun.Subprocess | undefined
onEndOfParent(() => {
  current?.kill()
  process.exit(1)
})

let failures = 0
for (const [name, run] of steps) {
  const started = performance.now()
  const problem = await run()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${problem === undefined ? "ok    " : "FAILED"} ${name} (${seconds} s)`)
  if (problem !== undefined) {
    failures += 1
    console.log(problem)
  }
}
console.log(failures === 0 ? "Everything is in order." : `${failures} of ${steps.length} checks failed.`)
process.exit(failures === 0 ? 0 : 1)

/**
 * Runs an installed tool under Bun. If it fails, returns the faults that `read` finds in its output, or the whole
 * output if it finds none.
 */
async function tool(
  read: (output: string, errors: string) => Fault[],
  file: string,
  ...args: string[]
): Promise<string | undefined> {
  const process_ = Bun.spawn([process.execPath, "--bun", join(root, "node_modules", file), ...args], {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  })
  current = process_
  const [output, errors, code] = await Promise.all([
    new Response(process_.stdout).text(),
    new Response(process_.stderr).text(),
    process_.exited,
  ])
  if (code === 0) return undefined
  return printed(faultsIn(() => read(output, errors))) ?? `${output}${errors}`.trim()
}

/** A tool that crashes prints something other than its report. */
function faultsIn(read: () => Fault[]): Fault[] {
  try {
    return read()
  } catch {
    return []
  }
}

async function lint(): Promise<string | undefined> {
  const plain = ["--colors=off", "--reporter=concise", "--max-diagnostics=none", "--diagnostic-level=warn"]
  return tool(
    (output, errors) => biomeFaults(`${output}\n${errors}`),
    "@biomejs/biome/bin/biome",
    ...["ci", "--error-on-warnings", ...plain, "."],
  )
}

async function deadCode(): Promise<string | undefined> {
  return tool(knipFaults, "knip/bin/knip.js", "--no-progress", "--reporter=json")
}

async function types(): Promise<string | undefined> {
  const generated = await tool(() => [], "@react-router/dev/bin.cjs", "typegen")
  const tsc = (project: string) =>
    tool(compilerFaults, "typescript/bin/tsc", "--noEmit", "--pretty", "false", "--project", project)
  // The rooms on Cloudflare and the service worker have other globals.
  return generated ?? (await tsc(".")) ?? (await tsc("party/cloudflare")) ?? tsc("app/service-worker")
}

async function dependencyRules(): Promise<string | undefined> {
  const { modules, violations } = await checkDependencies(root)
  if (modules === 0) return "dependency-cruiser saw no module at all, so it proved nothing."
  return printed(
    violations.map(({ rule, from, line, to, comment }) => ({
      file: from,
      line,
      message: `${rule}: imports ${to}. ${comment}`,
    })),
  )
}

/** High and critical advisories fail the check; an unreachable registry is reported, but fails nothing. */
async function holes(): Promise<string | undefined> {
  const { problem, note } = judgeAudit(await auditDependencies())
  if (note) console.log(`       ${note}`)
  return problem
}
