import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "#server/cli/ports.ts"
import { fromHere } from "../faults/world/program.ts"
import { startStores } from "../faults/world/stores.ts"
import { asTyped, commandsIn, whyNotRun } from "./commands.ts"

/**
 * npm run manual [-- --quick] [WORDS]: runs every command of docs/operations.md that needs no outside service, in a
 * scratch folder and with its own PostgreSQL, and prints the output; lists the other commands with the reason. WORDS
 * selects the commands that contain them; --quick leaves out the faults, which take a minute or more each.
 */
const root = fileURLToPath(new URL("../..", import.meta.url))
const args = process.argv.slice(2)
const words = args.filter((arg) => arg !== "--quick").join(" ")
const reasonFor = (command: string) =>
  whyNotRun(command) ??
  (args.includes("--quick") && command.includes("faults") ? "is no quick one" : undefined)
const all = commandsIn(readFileSync(join(root, "docs/operations.md"), "utf8"))
const chosen = all.filter((command) => command.includes(words))
const scratch = mkdtempSync(join(tmpdir(), "pushcart-manual-"))
const started = new AsyncDisposableStack()
started.defer(() => rmSync(scratch, { recursive: true, force: true }))
const failed: string[] = []
let ran = 0

/** The start comes first, since backups are of its folder; then the manual's own order. */
const order = (command: string) =>
  command === "npm start" ? 0 : command.startsWith("npm run backup") ? 1 : 2

try {
  writeFileSync(join(scratch, "deletions.jsonl"), "")
  const { databaseUrl } = await startStores({ redis: false }, started)
  await type("server/cli/migrate.ts", fromHere("server/cli/migrate.ts"), { DATABASE_URL: databaseUrl })
  for (const command of chosen.toSorted((a, b) => order(a) - order(b))) {
    if (reasonFor(command)) continue
    const shell = ["sh", "-c", asTyped(command)]
    if (command === "npm start")
      await type(command, shell, { DATA_DIR: join(scratch, "first") }, "Pushcart is open")
    else if (command.endsWith("-- --schedule"))
      await type(
        command,
        shell,
        { DATABASE_URL: databaseUrl, BACKUP_DIR: join(scratch, "backups") },
        "listening",
      )
    else if (command.startsWith("MODE=staging"))
      await type(command, shell, { DATA_DIR: join(scratch, "staging") }, "Pushcart is open")
    else if (command.startsWith("npm run backup"))
      await type(command, shell, { DATA_DIR: join(scratch, "first") })
    else if (command.startsWith("npm run restore"))
      await type(command, shell, { DATA_DIR: join(scratch, "second") })
    else if (command.includes("repeat-deletions")) await type(command, shell, { DATABASE_URL: databaseUrl })
    else await type(command, shell, {})
  }
} finally {
  await started.disposeAsync()
}
const left = chosen.filter((command) => reasonFor(command))
console.log("\nNot run:")
for (const command of left) console.log(`  ${command}\n      ${reasonFor(command)}`)
console.log(
  `\n${ran} commands ran, ${failed.length} failed${failed.map((one) => `: ${one}`).join("")}, ${left.length} were not run.`,
)
process.exit(failed.length === 0 ? 0 : 1)

/** Runs it to its end, or until its output shows that it serves, and then stops it. */
async function type(
  command: string,
  argv: string[],
  env: Record<string, string>,
  serves?: string,
): Promise<void> {
  console.log(`\n$ ${command}`)
  const child = Bun.spawn(argv, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SCRATCH: scratch,
      SEED: "off",
      PORT: String(await freePort()),
      ...env,
    },
    stdin: "ignore",
    // Its own process group, so that a stop includes what npm has started.
    detached: true,
    stdout: "pipe",
    stderr: "inherit",
  })
  let said = ""
  let isServing = false
  for await (const chunk of child.stdout) {
    const text = new TextDecoder().decode(chunk)
    process.stdout.write(text)
    said += text
    if (!serves || isServing || !said.includes(serves)) continue
    isServing = true
    process.kill(-child.pid, "SIGINT")
  }
  const code = await child.exited
  ran += 1
  if (serves ? !isServing : code !== 0) failed.push(`${command} (${code})`)
}
