import { sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { emitFrom } from "#core/outbox.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { concernsUs } from "./event-kinds.ts"

/**
 * Takes note of a provider's event, once however often it comes; a job does what it asks for. What asks for nothing is
 * done with that. Answers whether it is new.
 */
export async function receiveEvent(ctx: Context, event: ProviderEvent): Promise<boolean> {
  const now = ctx.now().toISOString()
  const isOurs = concernsUs(event.type)
  const { rows } = await ctx.db.execute(sql`
    with fresh as (
      insert into stripe_events (id, type, account, object_id, created_at, received_at, processed_at)
      values (${event.id}, ${event.type}, ${event.accountId}, ${event.objectId}, ${event.createdAt.toISOString()},
        ${now}, ${isOurs ? null : now})
      on conflict do nothing returning id
    ), told as (
      ${emitFrom("payment.eventReceived", sql`jsonb_build_object('eventId', id)`, sql`fresh where ${isOurs}::boolean`)}
    )
    select id from fresh`)
  return rows.length > 0
}
