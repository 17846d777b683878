import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "../context.ts"

/** Audits an admin's change on the queue board, which changes queues without our commands. */
export async function recordQueueChange(
  ctx: AdminContext,
  change: { method: string; path: string },
): Promise<void> {
  await recordAudit(ctx, ctx.db, {
    action: "queues.changed",
    subjectType: "queue",
    subjectId: /^queues\/([^/]+)/.exec(change.path)?.[1] ?? "all",
    details: change,
  })
}
