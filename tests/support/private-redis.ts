import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createConnection } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "#server/cli/ports.ts"

const PROGRAM = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"].find((path) => existsSync(path))
export const hasRedis = PROGRAM !== undefined

/**
 * Starts a Redis for one test. It writes every command to disk before it responds, so that confirmed commands survive a
 * kill.
 */
export async function startRedis() {
  const directory = mkdtempSync(join(tmpdir(), "pushcart-redis-"))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(
      PROGRAM!,
      [
        "--port",
        `${port}`,
        "--bind",
        "127.0.0.1",
        "--dir",
        directory,
        "--save",
        "",
        "--appendonly",
        "yes",
      ].concat(["--appendfsync", "always", "--maxmemory-policy", "noeviction"]),
      { stdio: "ignore" },
    )
    while (!(await answers(port))) await Bun.sleep(20)
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => new Promise<void>((gone) => child!.once("exit", () => gone()) && child!.kill("SIGKILL")),
    start,
    async close() {
      child?.kill("SIGKILL")
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: "127.0.0.1" })
    socket.once("connect", () => socket.write("PING\r\n"))
    socket.once("data", (data) => {
      socket.destroy()
      resolve(data.toString().startsWith("+PONG"))
    })
    socket.once("error", () => resolve(false))
  })
}
