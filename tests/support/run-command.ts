import { spawn } from "node:child_process"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"

const COMMANDS = {
  backup: "packages/ops/src/backup/backup.ts",
  restore: "packages/ops/src/backup/restore.ts",
  "repeat-deletions": "server/cli/repeat-deletions.ts",
}

/** Runs an operator's command with only these settings. Returns its output, or rejects with it. */
export function runCommand(
  name: keyof typeof COMMANDS,
  settings: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const child = spawn(join(root, "node_modules/.bin/bun"), [join(root, COMMANDS[name]), ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)))
  return new Promise((resolve, reject) =>
    child.once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(said)))),
  )
}
