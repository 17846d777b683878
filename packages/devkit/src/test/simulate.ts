import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { root } from "../start/start-everything.ts"

/** npm run simulate -- [--seed 7] [--steps 20000] [--concurrent]: see tests/simulation/run.ts. */
const simulation = Bun.spawn(
  [process.execPath, join(root, "tests", "simulation", "run.ts"), ...process.argv.slice(2)],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: "test" },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
  },
)
onEndOfParent(() => simulation.kill("SIGTERM"))
process.exit(await simulation.exited)
