import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const PATIENCE_MS = 60_000

export type Variables = Record<string, string | undefined>

/** One of our programs as an operator runs it: started, told to stop by SIGTERM, killed, started again. */
export interface Program {
  name: string
  url: string
  /** `from` is the folder of another build, and is kept for later starts; at first it is this checkout. */
  start(from?: string): Promise<void>
  /** As an orchestrator stops it. Answers how long it took and with which code it ended. */
  stop(): Promise<{ ms: number; code: number | null }>
  kill(): Promise<void>
  isRunning(): boolean
  pid(): number | undefined
  /** Everything that it printed, over all its lives. */
  output(): string
}

interface ProgramOptions {
  name: string
  file: string
  variables: Variables
  /** Where it answers, and the path that says that it is up. */
  url: string
  health: string
  /** How it is started, when not by this checkout's own Bun. */
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

/** Asks until it is so; fails with what was waited for. */
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
