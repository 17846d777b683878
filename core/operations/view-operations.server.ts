import type { AdminContext } from "../context.ts"
import type { FailedJob, PoolState, QueueState } from "../ports/operations.ts"
import { type Backlog, type FailingWebhook, listFailingWebhooks, readBacklog } from "./read-backlog.server.ts"

const SHOWN_JOBS = 20

export type OperationsView = Backlog & {
  at: Date
  /** Null if the queues, or the rooms, do not respond. */
  queues: QueueState[] | null
  failedJobs: FailedJob[]
  failingWebhooks: FailingWebhook[]
  rooms: { sockets: number | null } | null
  pool: PoolState
}

/** Returns the state of queues, rooms, connection pool and backlog, with the newest failed jobs and webhooks. */
export async function viewOperations(ctx: AdminContext): Promise<OperationsView> {
  const { operations } = ctx.ports
  const [queues, failedJobs, rooms] = await Promise.all([
    operations.queues(),
    operations.failedJobs(SHOWN_JOBS),
    operations.rooms(),
  ])
  const backlog = await readBacklog(ctx)
  const failingWebhooks = await listFailingWebhooks(ctx)
  const pool = operations.pool()
  return { ...backlog, at: ctx.now(), queues, failedJobs: failedJobs ?? [], failingWebhooks, rooms, pool }
}
