import { readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PLANTED_FAULTS } from "../planted-faults.ts"
import { chooseFaults, readChoice } from "./choose-faults.ts"
import { copyTree } from "./copy-tree.ts"
import type { Verdict } from "./judge-run.ts"
import { plantFault } from "./plant-fault.ts"
import { type ListedFault, nameOf } from "./planted-fault.ts"
import { startTestRunner } from "./test-runner.ts"

/** npm run planted: breaks a copy of the code, one line at a time, and runs the test that has to fail. */
const root = join(import.meta.dirname, "..", "..")
// The folder for temporary files is ours alone: packages/devkit/src/test/planted.ts creates and removes it.
const copy = join(tmpdir(), "copy")

type Runner = Awaited<ReturnType<typeof startTestRunner>>

// Programs that the tests started notice the end of this process and exit too.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130))

async function main(): Promise<number> {
  const faults = chooseFaults(PLANTED_FAULTS, readChoice(process.argv.slice(2)))
  if (faults.length === 0) throw new Error("No planted fault was chosen.")
  // Checks the whole list, so that anyone who changes the code sees an entry that no longer fits.
  for (const fault of PLANTED_FAULTS) plantFault(readFileSync(join(root, fault.file), "utf8"), fault)
  copyTree(root, copy)
  const runner = await startTestRunner(copy)
  try {
    if (!(await areGreen(runner, faults))) return 1
    return await plantAll(runner, faults)
  } finally {
    await runner.close()
  }
}

/** Without a fault, the named tests have to pass; otherwise their failure would prove nothing. */
async function areGreen(runner: Runner, faults: readonly ListedFault[]): Promise<boolean> {
  const begun = performance.now()
  const tests = faults.map(({ test }) => test)
  const verdicts = await runner.run(tests)
  const bad = verdicts.flatMap((verdict, index) =>
    verdict.outcome === "green" ? [] : [`${pathOf(faults[index])}: ${reasonOf(verdict)}`],
  )
  if (bad.length === 0) {
    console.log(
      `The ${new Set(tests.map(({ name }) => name)).size} named tests pass without a fault.  ${since(begun)}`,
    )
    return true
  }
  console.error(["These tests have to pass without a fault first:", ...new Set(bad)].join("\n  "))
  return false
}

async function plantAll(runner: Runner, faults: readonly ListedFault[]): Promise<number> {
  const survivors: string[] = []
  for (const [index, fault] of faults.entries()) {
    const begun = performance.now()
    const verdict = await runWithFault(runner, fault)
    const isCaught = verdict.outcome === "red"
    const word = isCaught ? "caught" : verdict.outcome === "green" ? "SURVIVED" : "ERROR"
    console.log(`${word} ${index + 1}/${faults.length} ${nameOf(fault)}  ${since(begun)}`)
    if (!isCaught) survivors.push(`${nameOf(fault)}\n    ${pathOf(fault)}: ${reasonOf(verdict)}`)
  }
  if (survivors.length > 0) console.error(["Not caught:", ...survivors].join("\n  "))
  console.log(`${faults.length - survivors.length} of ${faults.length} planted faults were caught`)
  return survivors.length === 0 ? 0 : 1
}

async function runWithFault(runner: Runner, fault: ListedFault): Promise<Verdict> {
  const path = join(copy, fault.file)
  const source = readFileSync(path, "utf8")
  const write = (text: string) => {
    writeFileSync(path, text)
    runner.changed(fault.file)
  }
  write(plantFault(source, fault))
  try {
    const [verdict] = await runner.run([fault.test])
    return verdict ?? { outcome: "error", reason: "nothing was run" }
  } catch (error) {
    return { outcome: "error", reason: error instanceof Error ? error.message : String(error) }
  } finally {
    write(source)
  }
}

const pathOf = (fault: ListedFault | undefined) => (fault ? `${fault.test.file} "${fault.test.name}"` : "")
const reasonOf = (verdict: Verdict) =>
  verdict.outcome === "error"
    ? verdict.reason
    : verdict.outcome === "green"
      ? "the test passes"
      : "the test fails"
const since = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`

try {
  process.exit(await main())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
