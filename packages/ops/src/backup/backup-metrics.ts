import { Gauge } from "prom-client"
import { answerMetrics, openRegistry } from "../../../../server/operations/metrics-answer.ts"
import { listSets, newestVerifiedSet } from "./backup-sets.ts"
import { readVerification } from "./verification-note.ts"

/** `GET /metrics` about the backups in a folder, for requests with METRICS_TOKEN. */
export function backupMetrics(
  directory: string,
  token: string | undefined,
): (request: Request) => Promise<Response> {
  const registry = openRegistry()
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `pushcart_backup_${name}`, help, registers: [registry] })
  const made = gauge("made_timestamp_seconds", "When the newest backup was made; 0 where there is none.")
  const verified = gauge(
    "verified_timestamp_seconds",
    "When the newest backup was made that is known to restore; 0 where there is none.",
  )
  const failed = gauge("verification_failed", "1 where the last verification found something wrong.")
  const seconds = (at: Date | undefined) => (at ? at.getTime() / 1000 : 0)
  return (request) =>
    answerMetrics({
      authorization: request.headers.get("authorization"),
      token,
      registry,
      async fill() {
        const sets = await listSets(directory)
        made.set(seconds(sets[0]?.madeAt))
        verified.set(seconds((await newestVerifiedSet(directory))?.madeAt))
        const notes = await Promise.all(sets.map(({ file }) => readVerification(file)))
        const last = notes.find((note) => note !== undefined)
        failed.set(last && last.problems.length > 0 ? 1 : 0)
      },
    })
}
