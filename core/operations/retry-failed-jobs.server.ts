import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "../context.ts"

/**
 * Lets one failed job run again, or all failed ones of a queue. Written down first: what is done to the queues cannot
 * be in the transaction. Throws what the port's `retry` throws.
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
