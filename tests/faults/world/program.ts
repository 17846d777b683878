import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const PATIENCE_MS = 60_000

export type Variables = Record<string, string | undefined>

/** One of our programs as an operator runs it: started, stopped by SIGTERM, killed, started again. */
export interface Program {
  name: string
  url: string
  /** `from` is the folder of another build, and is remembered for later starts. The default is this checkout. */
  start(from?: string): Promise<void>
  /** Stops it as an orchestrator does. Returns how long that took and its exit code. */
  stop(): Promise<{ ms: number; code: number | null }>
  kill(): Promise<void>
  isRunning(): boolean
  pid(): number | undefined
  /** Returns everything that it has printed, over all its starts. */
  output(): string
}

interface ProgramOptions {
  name: string
  file: string
  variables: Variables
  /** Its URL, and the path that reports that it is up. */
  url: string
  health: string
  /** How it is started, if not by this checkout's Bun. */
  command?: ((file: string, folder?: string) => string[]) | undefined
}

export const fromHere = (file: string, folder = root) => [process.execPath, join(folder, file)]

export function program(options: ProgramOptions): Program {
  const { name, file, variables, url, health, command = fromHere } = options
  let child: ChildProcess | undefined
  let gone: Promise<number | null> = Promise.resolve(null)
  const printed: string[] = []
  let folder = root
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function end(signal: NodeJS.Signals) {
    const asked = performance.now()
    if (isRunning()) child?.kill(signal)
    const code = await gone
    return { ms: Math.round(performance.now() - asked), code }
  }

  return {
    name,
    url,
    isRunning,
    pid: () => child?.pid,
    output: () => printed.join(""),
    async start(from = folder) {
      folder = from
      const [run = "", ...args] = command(file, folder)
      const fresh = spawn(run, [...args, "--parent-pipe"], {
        cwd: root,
        env: variables as NodeJS.ProcessEnv,
        detached: true,
        stdio: ["pipe", "pipe", "pipe"],
      })
      child = fresh
      fresh.stdin.on("error", () => {})
      for (const stream of [fresh.stdout, fresh.stderr])
        stream.on("data", (chunk: Buffer) => printed.push(chunk.toString()))
      gone = new Promise((resolve) => fresh.once("exit", resolve))
      await until(`${name} to serve`, async () => {
        if (!isRunning()) throw new Error(`${name} ended:\n${printed.join("")}`)
        return (await fetch(url + health).catch(() => undefined))?.ok ?? false
      })
    },
    stop: () => end("SIGTERM"),
    async kill() {
      await end("SIGKILL")
    },
  }
}

/** Polls until the condition holds. On timeout, fails with the name of the condition. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`)
    await Bun.sleep(100)
  }
}
