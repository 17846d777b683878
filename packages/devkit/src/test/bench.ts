import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { buildIfChanged } from "../pack/build-if-changed.ts"
import { root } from "../start/start-everything.ts"

/**
 * npm run bench -- [--quick] [parts] [markets.csv]: measures the production build; bench/run.ts lists the parts.
 * `--report` measures nothing and needs no build.
 */
if (!process.argv.includes("--report")) await buildIfChanged(root, process.env)
const bench = Bun.spawn([process.execPath, join(root, "bench", "run.ts"), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production" },
  stdin: "pipe",
  stdout: "inherit",
  stderr: "inherit",
})
// The measuring process then stops its servers one by one, as it does after the last measurement.
onEndOfParent(() => bench.stdin.end())
process.exit(await bench.exited)
