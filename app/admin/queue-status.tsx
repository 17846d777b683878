import { type Column, Ledger } from "#app/ui/ledger.tsx"
import { EmptyState, Notice } from "#app/ui/states.tsx"
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "#core/durations.ts"
import type { OperationsView } from "#core/operations/view-operations.server.ts"
import type { FailedJob, QueueState } from "#core/ports/operations.ts"
import { Facts } from "./facts.tsx"
import { RetryForm } from "./retry-form.tsx"
import { WhenText } from "./when-text.tsx"

/** "45 s", "12 min", "3 h", "2 days": how long something had waited at `now`. */
export function ageText(since: Date | null, now: Date): string {
  if (!since) return "–"
  const seconds = Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000))
  if (seconds < 2 * MINUTE_SECONDS) return `${seconds} s`
  if (seconds < 2 * HOUR_SECONDS) return `${Math.floor(seconds / MINUTE_SECONDS)} min`
  if (seconds < 2 * DAY_SECONDS) return `${Math.floor(seconds / HOUR_SECONDS)} h`
  return `${Math.floor(seconds / DAY_SECONDS)} days`
}

const figure = (key: "waiting" | "active" | "failed" | "delayed", label: string): Column<QueueState> => ({
  key,
  label,
  figure: true,
  cell: (row) => (key === "failed" && row.failed > 0 ? <strong>{row.failed}</strong> : row[key]),
  sort: (row) => row[key],
})

export function QueueTable({ queues, at }: Pick<OperationsView, "queues" | "at">) {
  if (!queues)
    return (
      <Notice kind="bad">
        The queues aren't responding. Events are waiting in the outbox; none are lost.
      </Notice>
    )
  return (
    <Ledger
      name="queues"
      caption="Queues"
      rows={queues}
      rowKey={(row) => row.name}
      empty={null}
      columns={[
        { key: "name", label: "Queue", cell: (row) => row.name, sort: (row) => row.name },
        figure("waiting", "Waiting"),
        figure("active", "Active"),
        figure("delayed", "Delayed"),
        figure("failed", "Failed"),
        { key: "oldest", label: "Oldest has waited", cell: (row) => ageText(row.oldestAt, at) },
        {
          key: "retry",
          label: "Retry",
          cell: (row) =>
            row.failed > 0 ? (
              <RetryForm queue={row.name} label={`Retry all failed jobs of ${row.name}`}>
                Retry all
              </RetryForm>
            ) : (
              "–"
            ),
        },
      ]}
    />
  )
}

/** The newest failed jobs, with their errors. */
export function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
  return (
    <Ledger
      name="failed"
      caption="Failed jobs"
      rows={jobs}
      rowKey={(row) => `${row.queue} ${row.id}`}
      empty={<EmptyState text="No job has failed." />}
      columns={[
        { key: "job", label: "Job", cell: (row) => row.name },
        { key: "queue", label: "Queue", cell: (row) => row.queue },
        { key: "when", label: "Failed", cell: (row) => row.failedAt && <WhenText at={row.failedAt} /> },
        { key: "tries", label: "Tries", cell: (row) => row.attempts, figure: true },
        { key: "why", label: "Why", cell: (row) => row.reason },
        {
          key: "retry",
          label: "Retry",
          cell: (row) => (
            <RetryForm queue={row.queue} jobId={row.id} label={`Retry ${row.name} ${row.id}`}>
              Retry
            </RetryForm>
          ),
        },
      ]}
    />
  )
}

/** Messages waiting in the database, room connections, and database connections in use. */
export function Gauges({ outbox, webhooks, rooms, pool, at }: OperationsView) {
  return (
    <div className="gauges">
      <Facts
        title="Outbox"
        facts={[
          { label: "For the queues", value: String(outbox.unqueued) },
          { label: "For the rooms", value: String(outbox.unpublished) },
          { label: "Oldest has waited", value: ageText(outbox.oldestAt, at) },
        ]}
      />
      <Facts
        title="Stripe webhooks"
        facts={[
          { label: "Unprocessed", value: String(webhooks.open) },
          { label: "Failing", value: String(webhooks.failing) },
          { label: "Oldest has waited", value: ageText(webhooks.oldestAt, at) },
        ]}
      />
      <Facts
        title="Live rooms"
        facts={[
          {
            label: "Open sockets",
            value: rooms ? String(rooms.sockets ?? "Not reported by the host") : "No answer",
          },
        ]}
      />
      <Facts
        title="Database pool"
        facts={[
          { label: "In use", value: `${pool.open - pool.idle} of ${pool.max}` },
          { label: "Idle", value: String(pool.idle) },
          { label: "Waiting for one", value: String(pool.waiting) },
        ]}
      />
    </div>
  )
}

/** Webhook events whose processing failed; a sweep retries them every five minutes. */
export function FailingWebhooks({ events, at }: { events: OperationsView["failingWebhooks"]; at: Date }) {
  if (events.length === 0) return null
  return (
    <section className="stack">
      <h2>Failing webhooks</h2>
      <Ledger
        name="webhooks"
        caption="Failing webhooks"
        rows={events}
        rowKey={(row) => row.id}
        empty={null}
        columns={[
          { key: "type", label: "Event", cell: (row) => row.type },
          { key: "id", label: "Id", cell: (row) => row.id },
          { key: "age", label: "Received", cell: (row) => `${ageText(row.receivedAt, at)} ago` },
          { key: "tries", label: "Tries", cell: (row) => row.attempts, figure: true },
          { key: "why", label: "Why", cell: (row) => row.lastError },
        ]}
      />
    </section>
  )
}
