import { recordAudit } from "#core/approvals/record-audit.server.ts"
import type { AdminContext } from "../context.ts"

/** Records in the audit log what an admin changed on the queue board, which does not use our commands. */
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
