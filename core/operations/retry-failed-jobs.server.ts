import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "../context.ts"

/**
 * Retries one failed job, or all failed jobs of a queue. The audit entry is written first, since changes of queues
 * cannot be part of its transaction. Throws what the port's `retry` throws.
 */
export async function retryFailedJobs(
  ctx: AdminContext,
  input: { queue: string; jobId?: string | undefined },
): Promise<void> {
  await recordAudit(ctx, ctx.db, {
    action: "jobs.retried",
    subjectType: "queue",
    subjectId: input.queue,
    details: { job: input.jobId ?? "all that failed" },
  })
  await ctx.ports.operations.retry(input.queue, input.jobId ?? null)
}
