import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { pin } from "../world/cpu.ts"
import { SERVER_CORE } from "../world/open-world.ts"

/** The name of the ceiling for requests that query the database little. */
export const ONE_ROW = "bare Hono, one row"

export interface Bare {
  site: string
  pid: number
  /** Milliseconds from the start of its process to its first output. */
  coldStartMs: number
  stop(): Promise<void>
}

/** Starts the ceilings' server on the same core as the server that it is compared with. */
export async function startBare(databaseUrl: string): Promise<Bare> {
  const started = performance.now()
  const child = spawn(process.execPath, [fileURLToPath(new URL("server.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATABASE_URL: databaseUrl } as NodeJS.ProcessEnv,
  })
  const [line] = (await once(createInterface(child.stdout), "line")) as [string]
  const coldStartMs = performance.now() - started
  const { port } = JSON.parse(line) as { port: number }
  const pid = child.pid ?? 0
  pin(pid, SERVER_CORE)
  return {
    site: `http://127.0.0.1:${port}`,
    pid,
    coldStartMs,
    async stop() {
      child.stdin.end()
      await once(child, "exit")
    },
  }
}
