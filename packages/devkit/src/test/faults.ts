import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { buildIfChanged } from "../pack/build-if-changed.ts"
import { root } from "../start/start-everything.ts"

/** npm run faults -- [--quick] [names]: breaks the production build on purpose; tests/faults/run.ts lists the names. */
await buildIfChanged(root, process.env)
const faults = Bun.spawn(
  [process.execPath, join(root, "tests", "faults", "run.ts"), ...process.argv.slice(2)],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdin: "pipe",
    stdout: "inherit",
    stderr: "inherit",
  },
)
onEndOfParent(() => faults.kill("SIGTERM"))
process.exit(await faults.exited)
