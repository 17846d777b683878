import { existsSync } from "node:fs"
import { HOUR_MS, MINUTE_MS } from "../../../../core/durations.ts"
import { log, openLog } from "../../../../core/log.server.ts"
import { exitWith } from "../../../../server/cli/exit-with.ts"
import { rejectBusyPort } from "../../../../server/cli/ports.ts"
import { readLogLevel } from "../../../../server/config/env.ts"
import { backupMetrics } from "./backup-metrics.ts"
import { recordFile } from "./backup-record.ts"
import { listSets, makeSet, type SetSettings } from "./backup-sets.ts"
import { readVerification } from "./verification-note.ts"
import { verifyAndNote } from "./verify-backup.ts"

export interface ScheduleSettings extends SetSettings {
  BACKUP_EVERY_HOURS: number
  /** The server on which backups are verified. */
  scratchUrl: string
  HOST: string
  PORT: number
  METRICS_TOKEN?: string | undefined
}

/** The wait after a failure that has nothing to do with the backup itself. */
const AGAIN_MS = 10 * MINUTE_MS

/**
 * Makes and verifies backups as long as the process runs, and serves `/metrics`, `/live` and `/health`. A backup that a
 * killed process has not verified is verified first.
 */
export async function scheduleBackups(settings: ScheduleSettings): Promise<never> {
  openLog({ process: "backup", level: readLogLevel(process.env) })
  process.on("uncaughtException", exitWith)
  await rejectBusyPort(settings.PORT, settings.HOST)
  serve(settings)
  for (;;) await Bun.sleep(await step(settings).catch(failed))
}

/** Does everything that is due, and returns when to check again. */
async function step(settings: ScheduleSettings): Promise<number> {
  const { BACKUP_DIR: directory, BACKUP_EVERY_HOURS: hours } = settings
  const dueInMs = async () => {
    const [newest] = await listSets(directory)
    // Backups from an older version have no record, so they cannot be verified.
    const isCounted = newest && existsSync(recordFile(newest.file))
    return isCounted ? newest.madeAt.getTime() + hours * HOUR_MS - Date.now() : 0
  }
  if ((await dueInMs()) <= 0) {
    const { set, bytes, withoutJobs } = await makeSet(settings, new Date())
    log.info("backup.done", { name: set.name, bytes })
    if (withoutJobs) log.warn("backup.without_jobs", { name: set.name, error: withoutJobs })
  }
  const [newest] = await listSets(directory)
  if (newest && !(await readVerification(newest.file))) {
    const { scratchUrl, BACKUP_PASSPHRASE: passphrase } = settings
    const problems = await verifyAndNote(newest.file, { scratchUrl, passphrase })
    if (problems.length === 0) log.info("backup.verified", { name: newest.name })
    else log.error("backup.differs", { name: newest.name, problems })
  }
  return Math.min(Math.max(1_000, await dueInMs()), HOUR_MS)
}

function failed(error: unknown): number {
  log.error("backup.failed", { error })
  return AGAIN_MS
}

function serve({
  HOST: hostname,
  PORT: port,
  METRICS_TOKEN: token,
  BACKUP_DIR: directory,
}: ScheduleSettings) {
  const metrics = backupMetrics(directory, token)
  const server = Bun.serve({
    hostname,
    port,
    routes: {
      "/metrics": metrics,
      // Failed backups are reported by alerts, because restarting the process would not fix them.
      "/live": () => Response.json({ status: "ok" }),
      "/health": () => Response.json({ status: "ok" }),
    },
    fetch: () => new Response("404 Not Found", { status: 404 }),
  })
  log.always("listening", { host: hostname, port: server.port })
  // An incomplete backup has no name yet, and the next verification drops a leftover scratch database.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0))
}
