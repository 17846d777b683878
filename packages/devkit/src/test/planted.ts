import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { root } from "../start/start-everything.ts"

/** npm run planted -- [--only WORD] [--sample N --seed TEXT]: tests/planted-faults.ts is the list. */
const folder = mkdtempSync(join(tmpdir(), "pl-"))
// Under root, the tests' database runs as another user, who needs access.
chmodSync(folder, 0o711)
const planted = Bun.spawn(
  [
    process.execPath,
    join(root, "tests", "planted", "run.ts"),
    ...process.argv.slice(2).filter((arg) => arg !== "--parent-pipe"),
  ],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: "test", TMPDIR: folder },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  },
)
onEndOfParent(() => planted.kill("SIGTERM"))
process.on("SIGTERM", () => planted.kill("SIGTERM"))
// Ctrl-C reaches the child as well; this process then removes the files.
process.on("SIGINT", () => {})
const code = await planted.exited
await databaseStopped()
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
process.exit(code)

/** The tests' PostgreSQL notices the end of the tests, stops, and removes its own folder. */
async function databaseStopped(): Promise<void> {
  const isThere = () => readdirSync(folder).some((name) => name.startsWith("pushcart-test-"))
  for (let tries = 0; tries < 100 && isThere(); tries += 1) await Bun.sleep(100)
}
