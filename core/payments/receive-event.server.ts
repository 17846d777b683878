import type { Context } from "#core/context.ts"
import { emit } from "#core/outbox.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { stripeEvents } from "#db/schema/index.ts"

/** Takes note of a provider's event, once however often it comes; a job does what it asks for. Answers whether it is new. */
export async function receiveEvent(ctx: Context, event: ProviderEvent): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
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
    await emit(tx, "payment.eventReceived", { eventId: event.id })
    return true
  })
}
