import { spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { isForPeople } from "../../../../server/config/start-error.ts"
import { SLOW } from "../check/read-requirements.ts"
import { root } from "../start/start-everything.ts"
import { findChromium } from "./find-chromium.ts"
import { printChanges } from "./recorded-changes.ts"
import { readTimes } from "./test-times.ts"

/**
 * npm test: runs the tests, all but the recorded baseline, or those whose paths are named, and prints their number on
 * the last line; their times are in tests/.artifacts/times.txt. `--quick` runs rules, database and HTTP, without the
 * slow ones; with `--update`, recorded files are written instead of compared, and a
 * summary of their changes is printed. `--shots` takes
 * screenshots of all pages instead, and `--browsers` runs four journeys in three engines, and the tests for Firefox or
 * WebKit only.
 */
const RESULTS = join(root, "tests", ".artifacts", "results.json")
const TIMES = join(root, "tests", ".artifacts", "times.txt")
const UPDATE = "--update"
/** The folders with files that `--update` writes. */
const RECORDED = ["tests/baseline/recorded", "tests/statements"]
const QUICK = "--quick"
const BROWSERS = "--browsers"
/** Test projects outside the suite, which none of its runs include. */
const APART = new Map([
  ["--shots", "tests/shots/vitest.config.ts"],
  [BROWSERS, "tests/browsers/vitest.config.ts"],
])
/** The recorded baseline has its own command, `npm run baseline`. */
const WITHOUT_BASELINE = "--project=!baseline"
/** Rules, database, HTTP. */
const QUICK_PROJECTS = ["unit", "db", "api", "http"]
const CI = process.env.CI === "true" || process.env.CI === "1"

interface Results {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

async function test(args: string[]): Promise<number> {
  if (CI && args.includes(UPDATE)) {
    console.error(
      "Under CI=true recorded files are compared, never written. Update them on your own machine.",
    )
    console.log("0 passed, 1 failed, 0 skipped")
    return 1
  }
  if (!args.includes(QUICK) && !args.includes(BROWSERS) && !findChromium()) installChromium()
  mkdirSync(join(root, "tests", ".artifacts"), { recursive: true })
  rmSync(RESULTS, { force: true })
  const folder = temporaryFolder()
  const costs = join(folder, "fixed-costs.jsonl")
  const code = await runVitest(args, folder, costs).finally(() => {
    if (existsSync(RESULTS)) writeFileSync(TIMES, `${readTimes(RESULTS, costs, root)}\n`)
    rmSync(folder, { recursive: true, force: true })
  })
  if (!existsSync(RESULTS)) {
    console.log("0 passed, 1 failed, 0 skipped")
    return 1
  }
  const results = JSON.parse(readFileSync(RESULTS, "utf8")) as Results
  // A file that does not load has no tests to count, but has failed.
  const broken = results.testResults.filter((f) => f.status === "failed" && f.assertionResults.length === 0)
  const passed = results.numPassedTests
  const failed = Math.max(results.numFailedTests + broken.length, code === 0 ? 0 : 1)
  const skipped = results.numPendingTests + results.numTodoTests
  if (passed + failed === 0) console.error("No test ran. Check the path that was named.")
  if (CI && skipped > 0) console.error("Under CI=true every test has to run: a skipped one is a failure.")
  if (args.includes(UPDATE)) printChanges(root, RECORDED)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed > 0 || passed === 0 || (CI && skipped > 0) ? 1 : 0
}

/**
 * A folder for all files that the tests leave behind. Its path is short, because it is part of socket addresses, and it
 * is accessible to other users.
 */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pt-"))
  chmodSync(folder, 0o711)
  return folder
}

async function runVitest(args: string[], folder: string, costs: string): Promise<number> {
  const filters = args.filter((arg) => arg !== UPDATE && arg !== QUICK && !APART.has(arg))
  const config = args.flatMap((arg) => (APART.has(arg) ? ["--config", APART.get(arg) as string] : []))
  const isWhole = config.length === 0 && filters.every((arg) => arg.startsWith("-"))
  const quick = [...QUICK_PROJECTS.flatMap((name) => ["--project", name]), `--tags-filter=!${SLOW}`]
  // The option gets a value, because Vitest would otherwise take the following path as its value.
  const update = args.includes(UPDATE) ? ["--update=all"] : []
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`]
  const vitest = Bun.spawn(
    [
      process.execPath,
      "--bun",
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...reporters,
      ...update,
      ...(args.includes(QUICK) ? quick : isWhole ? [WITHOUT_BASELINE] : []),
      ...config,
      ...filters,
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: "test",
        TMPDIR: folder,
        FIXED_COSTS: costs,
        CHECKED_CALLS: join(folder, "checked-calls.txt"),
      },
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit",
    },
  )
  onEndOfParent(() => vitest.kill("SIGTERM"))
  process.on("SIGTERM", () => vitest.kill("SIGTERM"))
  process.on("SIGINT", () => {})
  return vitest.exited
}

/** Installs Chromium, if that is possible without a prompt, because browser tests are skipped without it. */
function installChromium(): void {
  if (process.getuid?.() !== 0 || !Bun.which("apt-get")) {
    console.error(
      "Chromium is not installed, so the browser tests are skipped. Install it, or set CHROMIUM_PATH.",
    )
    return
  }
  console.log("Installing Chromium …")
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const apt = (...args: string[]) => spawnSync("apt-get", [...args, "-qq"], { env, stdio: "inherit" }).status
  const install = (name: string) => apt("install", "-y", "--no-install-recommends", name)
  apt("update")
  // Not every distribution has this package.
  if (install("chromium-headless-shell") !== 0) install("chromium")
}

try {
  process.exit(await test(process.argv.slice(2).filter((arg) => arg !== "--parent-pipe")))
} catch (error) {
  console.error(isForPeople(error) ? error.message : error)
  console.log("0 passed, 1 failed, 0 skipped")
  process.exit(1)
}
