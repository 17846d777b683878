import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "#server/cli/ports.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const PATIENCE_MS = 60_000

/** A running `npm start`, seen from outside. */
export interface Start {
  pid: number
  output(): string
  /** Waits until its output has this text. */
  prints(text: string): Promise<void>
  ended: Promise<number>
  kill(signal: NodeJS.Signals): void
}

export interface Installation {
  dataDir: string
  port: number
  url: string
  start(env?: Record<string, string>, command?: string[]): Start
  facts(): Record<string, number>
  /** Ends all of its processes. */
  stop(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** A data folder and a port, as one person has them; the checkout is this one. */
export async function installation(
  dataDir = mkdtempSync(join(tmpdir(), "pushcart-start-")),
): Promise<Installation> {
  if (existsSync(dataDir)) chmodSync(dataDir, 0o711)
  const port = await freePort()
  const starts: Start[] = []
  const stop = async () => {
    for (const start of starts) start.kill("SIGINT")
    await Promise.all(starts.map(({ ended }) => ended))
  }
  const facts = () => JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as Record<string, number>
  return {
    dataDir,
    port,
    url: `http://127.0.0.1:${port}`,
    facts,
    start(
      env = {},
      command = [join(root, "node_modules/.bin/bun"), join(root, "packages/devkit/src/start/start.ts")],
    ) {
      const start = launch(command, { DATA_DIR: dataDir, PORT: String(port), SEED: "off", ...env })
      starts.push(start)
      return start
    },
    stop,
    async remove() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function launch([program = "", ...args]: string[], env: Record<string, string>): Start {
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const text = keepText(child)
  const ended = new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? -1)))
  return {
    pid: child.pid ?? 0,
    output: () => text.join(""),
    ended,
    kill: (signal) => void child.kill(signal),
    async prints(wanted) {
      await until(
        () => text.join("").includes(wanted) || child.exitCode !== null,
        `"${wanted}" in:\n${text.join("")}`,
      )
      if (!text.join("").includes(wanted))
        throw new Error(`It ended with ${child.exitCode}:\n${text.join("")}`)
    },
  }
}

function keepText(child: ChildProcess): string[] {
  const text: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => text.push(String(chunk)))
  return text
}

/** Waits for a condition; the error names `what`. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

export async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/v1/health`).catch(() => undefined)
  return answer?.status === 200
}
