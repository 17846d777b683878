import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { cpus } from "node:os"
import type pg from "pg"

/**
 * Milliseconds of CPU that processes have used since they started, with `trees` including their children (PostgreSQL
 * has a process for each connection). NaN without /proc.
 */
export function cpuMs(pids: readonly number[], { trees = false } = {}): number {
  const all = trees ? [...pids, ...childrenOf(pids)] : pids
  const ended = trees ? pids.reduce((sum, pid) => sum + hundredths(pid, ENDED_CHILDREN), 0) : 0
  return all.reduce((sum, pid) => sum + processMs(pid), ended)
}

/** The name with which the ceilings' server connects to the database. */
export const BARE_NAME = "pushcart-bench-bare"

/**
 * CPU time of PostgreSQL's processes by the program of their connection. For a connection that has ended since, the
 * last reading counts.
 */
export async function databaseCpuMs(
  pool: pg.Pool,
  postgres: number,
): Promise<{ web: number; bare: number; all: number }> {
  const { rows } = await pool.query<Backend>(
    // The program's name may be followed by the disk that it stores files on.
    `select pid, case application_name when $1 then $1 else 'pushcart-web' end as name,
       pid || '/' || backend_start as id
     from pg_stat_activity where application_name = $1 or application_name like 'pushcart-web%'`,
    [BARE_NAME],
  )
  for (const { id, pid, name } of rows)
    backends.set(id, { name, ms: Math.max(backends.get(id)?.ms ?? 0, cpuMs([pid])) })
  const of = (wanted: string) =>
    [...backends.values()].reduce((sum, { name, ms }) => sum + (name === wanted ? ms : 0), 0)
  return { web: of("pushcart-web"), bare: of(BARE_NAME), all: cpuMs([postgres], { trees: true }) }
}

type Backend = { pid: number; name: string; id: string }
/** Every connection ever seen, by its process id and start time. */
const backends = new Map<string, { name: string; ms: number }>()

export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : Number.NaN
}

/** Pins a process to one core, if the machine has several cores and the program to do so. */
export function pin(pid: number, core: number): void {
  if (cpus().length > core) spawnSync("taskset", ["-acp", String(core), String(pid)], { stdio: "ignore" })
}

/** Allows a process all cores again. Processes that it starts inherit its cores. */
export function unpin(pid: number): void {
  spawnSync("taskset", ["-acp", `0-${cpus().length - 1}`, String(pid)], { stdio: "ignore" })
}

/**
 * Precise to the microsecond for a process with one thread, as each of PostgreSQL's. For several threads, precise to
 * hundredths of a second, because that counter includes threads that have ended, such as a runtime's idle compilers.
 */
function processMs(pid: number): number {
  let threads: string[]
  try {
    threads = readdirSync(`/proc/${pid}/task`)
  } catch {
    return process.platform === "linux" ? 0 : Number.NaN
  }
  if (threads.length > 1) return hundredths(pid, OWN)
  return Number(readIfThere(`/proc/${pid}/schedstat`).split(" ")[0]) / 1e6
}

/** Positions in `stat` of user and system time: of a process, and of its children that have ended. */
const OWN = 11
const ENDED_CHILDREN = 13

function hundredths(pid: number, at: number): number {
  const fields = readIfThere(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? []
  return (Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0)) * 10
}

function childrenOf(parents: readonly number[]): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parents.includes(Number(readIfThere(`/proc/${pid}/stat`).split(") ")[1]?.split(" ")[1])))
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}
