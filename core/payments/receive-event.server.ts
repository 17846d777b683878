import { sql } from "drizzle-orm"
import type { Context } from "#core/context.ts"
import { emitFrom, markOf } from "#core/outbox.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { waitsForNoDisk } from "#db/no-disk.ts"
import { preparedSql } from "#db/prepared.ts"
import { concernsUs } from "./event-kinds.ts"

/**
 * Takes note of a provider's event, once however often it comes; a job does what it asks for. One that asks for nothing
 * is not kept. Answers whether it is new and ours. One that a crash of the database takes is fetched again by the sweep.
 */
export async function receiveEvent(ctx: Context, event: ProviderEvent): Promise<boolean> {
  if (!concernsUs(event.type)) return false
  const fresh = await noted(ctx.db, {
    ...{ id: event.id, type: event.type, account: event.accountId, objectId: event.objectId },
    ...{ createdAt: event.createdAt.toISOString(), now: ctx.now().toISOString() },
    mark: markOf("payment.eventReceived"),
  })
  return fresh.length > 0
}

const value = sql.placeholder
const noted = preparedSql<{ id: string }>(
  "event_noted",
  sql`
    with fresh as (
      insert into stripe_events (id, type, account, object_id, created_at, received_at)
      select ${value("id")}, ${value("type")}, ${value("account")}, ${value("objectId")},
        ${value("createdAt")}::timestamptz, ${value("now")}::timestamptz where ${waitsForNoDisk}
      on conflict do nothing returning id
    ), told as (
      ${emitFrom("payment.eventReceived", sql`jsonb_build_object('eventId', id)`, sql`fresh`, value("mark"))}
    )
    select id from fresh`,
)
