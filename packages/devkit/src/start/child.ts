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
  /** Its exit code, or 128 and the number of the signal that ended it; -1 where nobody can know. */
  exited: Promise<number>
  /** Asks it to finish what is under way, and waits until it is gone. */
  stop(): Promise<void>
}

interface ChildOptions {
  root: string
  file: string
  variables: Record<string, string | undefined>
  /** Resolves `startChild` when a line of its output says so; by default the line that tells of listening. */
  isReady?: (line: string) => boolean
}

const START_MS = MINUTE_MS
const STOP_MS = 20_000
/** As shells count: 137 is kill -9, also by a system that ran out of memory. */
const SIGNAL_CODE = 128

/** Starts a program of ours under Bun that ends when we do, and waits until it serves. */
export async function startChild({
  root,
  file,
  variables,
  isReady = tellsListening,
}: ChildOptions): Promise<Child> {
  const child = spawn(process.execPath, [join(root, file), "--parent-pipe"], {
    cwd: root,
    env: variables,
    // Ctrl-C reaches only us; we then end the children one after the other.
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

/** Its exit code, or that of the signal that ended it; 1 where it could not be started at all. */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) =>
      resolve(code ?? SIGNAL_CODE + constants.signals[signal ?? "SIGKILL"]),
    )
    child.once("error", () => resolve(1))
  })
}

/** Whether a process still runs. One that ended and was not reaped by its parent yet does not. */
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

/** Until it serves, what a child complains of is the reason why it does not; afterwards it is passed on. */
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
