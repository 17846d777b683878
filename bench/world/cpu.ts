import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { cpus } from "node:os"
import type pg from "pg"

/**
 * Milliseconds of CPU that processes have used since they started, children of `trees` included (PostgreSQL has a
 * process for each connection). Not a number where there is no /proc.
 */
export function cpuMs(pids: readonly number[], { trees = false } = {}): number {
  const all = trees ? [...pids, ...childrenOf(pids)] : pids
  const ended = trees ? pids.reduce((sum, pid) => sum + endedChildrenMs(pid), 0) : 0
  return all.reduce((sum, pid) => sum + processMs(pid), ended)
}

/** By what name the ceilings' server connects to the database. */
export const BARE_NAME = "pushcart-bench-bare"

/** The same of PostgreSQL's processes, told apart by whom they work for: connections name their program. */
export async function databaseCpuMs(
  pool: pg.Pool,
  postgres: number,
): Promise<{ web: number; bare: number; all: number }> {
  const { rows } = await pool.query<{ pid: number; name: string }>(
    "select pid, application_name as name from pg_stat_activity where application_name in ('pushcart-web', $1)",
    [BARE_NAME],
  )
  const of = (wanted: string) => cpuMs(rows.flatMap(({ pid, name }) => (name === wanted ? [pid] : [])))
  return { web: of("pushcart-web"), bare: of(BARE_NAME), all: cpuMs([postgres], { trees: true }) }
}

/** Resident memory in megabytes. */
export function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`))?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : Number.NaN
}

/** Keeps a process on one core, where the machine has several and the program to say so. */
export function pin(pid: number, core: number): void {
  if (cpus().length > core) spawnSync("taskset", ["-acp", String(core), String(pid)], { stdio: "ignore" })
}

/** Gives a process all cores again; what it starts has the same cores as itself. */
export function unpin(pid: number): void {
  spawnSync("taskset", ["-acp", `0-${cpus().length - 1}`, String(pid)], { stdio: "ignore" })
}

/** To the microsecond, thread by thread; `stat` would count in hundredths of a second. */
function processMs(pid: number): number {
  let threads: string[]
  try {
    threads = readdirSync(`/proc/${pid}/task`)
  } catch {
    return process.platform === "linux" ? 0 : Number.NaN
  }
  const nanoseconds = threads.map((id) =>
    Number(readIfThere(`/proc/${pid}/task/${id}/schedstat`).split(" ")[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

/** Children that have ended are in their parent's account, in hundredths of a second. */
function endedChildrenMs(pid: number): number {
  const fields = readIfThere(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? []
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * 10
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
