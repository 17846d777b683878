import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { constants } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import pTimeout from "p-timeout"
import { MINUTE_MS } from "../../../../core/durations.ts"
import { StartError } from "../../../../server/config/start-error.ts"

export interface Child {
  pid: number
  /** The exit code, or 128 plus the number of the signal that ended it; -1 if it is unknown. */
  exited: Promise<number>
  /** Requests a graceful stop, and resolves after the exit. */
  stop(): Promise<void>
}

interface ChildOptions {
  root: string
  file: string
  variables: Record<string, string | undefined>
  /** `startChild` resolves when this returns true for a line of output; by default, the line about listening. */
  isReady?: (line: string) => boolean
}

const START_MS = MINUTE_MS
const STOP_MS = 20_000
/** As in shells: 137 means kill -9, which is also what a system that is out of memory does. */
const SIGNAL_CODE = 128

/** Starts one of our programs under Bun, waits until it is ready, and stops it when this process ends. */
export async function startChild({
  root,
  file,
  variables,
  isReady = tellsListening,
}: ChildOptions): Promise<Child> {
  const child = spawn(process.execPath, [join(root, file), "--parent-pipe"], {
    cwd: root,
    env: variables,
    // Ctrl-C reaches only this process, which then stops the children one at a time.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  })
  child.stdin.on("error", () => {})
  const exited = exitOf(child)
  const problems = collectProblems(child)
  const ready = new Promise<"ready">((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      if (isReady(line)) resolve("ready")
      else console.log(line)
    })
  })
  const outcome = await pTimeout(Promise.race([ready, exited]), {
    milliseconds: START_MS,
    fallback: () => "late" as const,
  })
  if (outcome !== "ready") {
    child.kill("SIGKILL")
    throw new StartError(`${file} did not start${outcome === "late" ? " in time" : ""}.\n${problems.text()}`)
  }
  problems.passOn()
  return {
    pid: child.pid ?? 0,
    exited,
    async stop() {
      child.stdin.end()
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

/** The exit code, or 128 plus the signal's number; 1 if the program could not be started at all. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) =>
      resolve(code ?? SIGNAL_CODE + constants.signals[signal ?? "SIGKILL"]),
    )
    child.once("error", () => resolve(1))
  })
}

/** Whether a process is running; a zombie, which its parent has not reaped yet, is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = `/proc/${pid}/stat`
    return !existsSync(stat) || !readFileSync(stat, "utf8").split(") ")[1]?.startsWith("Z")
  } catch {
    return false
  }
}

function tellsListening(line: string): boolean {
  return line.includes('"event":"listening"')
}

/**
 * Until the child is ready, its error output is collected as the reason of a failed start; afterwards it is passed on.
 */
function collectProblems(child: ChildProcess) {
  const kept: Buffer[] = []
  let serves = false
  child.stderr?.on("data", (chunk: Buffer) => {
    if (serves) process.stderr.write(chunk)
    else kept.push(chunk)
  })
  return {
    text: () => Buffer.concat(kept).toString("utf8").trim(),
    passOn() {
      serves = true
      process.stderr.write(Buffer.concat(kept))
    },
  }
}
