import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { stripeEvents } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { concernsUs } from "./event-kinds.ts"

/**
 * Stores a provider's event once, no matter how often it arrives; a job handles it. Events that we do not handle are
 * not stored. Returns whether the event was new and one of ours.
 */
export async function receiveEvent(ctx: Context, event: ProviderEvent): Promise<boolean> {
  if (!concernsUs(event.type)) return false
  return transaction(ctx.db, async (tx) => {
    const [fresh] = await tx
      .insert(stripeEvents)
      .values({
        id: event.id,
        type: event.type,
        account: event.accountId,
        objectId: event.objectId,
        createdAt: event.createdAt,
        receivedAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ id: stripeEvents.id })
    if (!fresh) return false
    await emit(tx, "payment.eventReceived", { eventId: fresh.id })
    return true
  })
}
