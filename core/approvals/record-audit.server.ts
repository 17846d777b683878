import type { AccountContext } from "#core/context.ts"
import type { Executor } from "#db/client.ts"
import { auditLog } from "#db/schema/index.ts"

/** Records an action of an admin, or which private image they viewed. */
export async function recordAudit(
  ctx: Pick<AccountContext, "actor" | "now">,
  db: Executor,
  line: { action: string; subjectType: string; subjectId: string; details?: Record<string, unknown> },
): Promise<void> {
  await db.insert(auditLog).values({
    actorId: ctx.actor.userId,
    actorRole: ctx.actor.role,
    details: {},
    ...line,
    createdAt: ctx.now(),
  })
}
