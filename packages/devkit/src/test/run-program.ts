import { join } from "node:path"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { root } from "../start/start-everything.ts"

/** Runs tests/`folder`/run.ts with the command's arguments, and exits with its code. */
export async function runProgram(folder: string): Promise<never> {
  const program = Bun.spawn(
    [process.execPath, join(root, "tests", folder, "run.ts"), ...process.argv.slice(2)],
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: "test" },
      stdin: "ignore",
      stdout: "inherit",
      stderr: "inherit",
    },
  )
  onEndOfParent(() => program.kill("SIGTERM"))
  process.exit(await program.exited)
}
