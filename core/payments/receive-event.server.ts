import { sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { emitFrom } from "#core/outbox.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { concernsUs } from "./event-kinds.ts"

/**
 * Takes note of a provider's event, once however often it comes; a job does what it asks for. One that asks for nothing
 * is not kept. Answers whether it is new and ours.
 */
export async function receiveEvent(ctx: Context, event: ProviderEvent): Promise<boolean> {
  if (!concernsUs(event.type)) return false
  const { rows } = await ctx.db.execute(sql`
    with fresh as (
      insert into stripe_events (id, type, account, object_id, created_at, received_at)
      values (${event.id}, ${event.type}, ${event.accountId}, ${event.objectId}, ${event.createdAt.toISOString()},
        ${ctx.now().toISOString()})
      on conflict do nothing returning id
    ), told as (
      ${emitFrom("payment.eventReceived", sql`jsonb_build_object('eventId', id)`, sql`fresh`)}
    )
    select id from fresh`)
  return rows.length > 0
}
