import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { root } from "../start/start-everything.ts"

/** npm run odd-rows -- PATH [--rows 100]: see tests/odd-rows/run.ts. */
const rows = Bun.spawn(
  [process.execPath, join(root, "tests", "odd-rows", "run.ts"), ...process.argv.slice(2)],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: "test" },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  },
)
onEndOfParent(() => rows.kill("SIGTERM"))
process.exit(await rows.exited)
