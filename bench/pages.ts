// How many pages a second the production build serves, and how long a visitor waits for one.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "#server/platform/ports.ts"

const PATHS = ["/api/v1/health", "/", "/about", "/home"]
const SECONDS = 5
const VISITORS = 16

const dataDir = mkdtempSync(join(tmpdir(), "pushcart-bench-"))
const port = await freePort()
const site = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ["server/cli/start.ts", "--parent-pipe"], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
  stdio: ["pipe", "pipe", "inherit"],
})
const ended = new Promise((resolve) => server.once("exit", resolve))
await new Promise<void>((open) => {
  server.stdout.on("data", (chunk) => String(chunk).includes("Pushcart is open") && open())
})

async function visit(path: string, until: number, waits: number[]): Promise<void> {
  while (performance.now() < until) {
    const started = performance.now()
    const answer = await fetch(site + path, { redirect: "manual" })
    await answer.arrayBuffer()
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
    waits.push(performance.now() - started)
  }
}

for (const path of PATHS) {
  await visit(path, performance.now() + 500, [])
  const waits: number[] = []
  const until = performance.now() + SECONDS * 1000
  await Promise.all(Array.from({ length: VISITORS }, () => visit(path, until, waits)))
  waits.sort((a, b) => a - b)
  const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1)
  console.log(
    `${path.padEnd(16)} ${String(Math.round(waits.length / SECONDS)).padStart(6)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
}
server.stdin.end()
await ended
rmSync(dataDir, { recursive: true, force: true })
