import { sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { waitsForNoDisk } from "#db/no-disk.ts"
import { preparedSql } from "#db/prepared.ts"

/** Remembers how the whole cart is to reach the customer. */
export async function chooseFulfilment(
  ctx: CustomerContext,
  { fulfilment }: { fulfilment: Fulfilment },
): Promise<void> {
  await remember(ctx.db, { customerId: ctx.actor.userId, fulfilment, now: ctx.now().toISOString() })
}

const remember = preparedSql(
  "fulfilment_chosen",
  sql`
    insert into carts (customer_id, fulfilment, updated_at)
    select ${sql.placeholder("customerId")}::uuid, ${sql.placeholder("fulfilment")}::text, ${sql.placeholder("now")}::timestamptz
    where ${waitsForNoDisk}
    on conflict (customer_id) do update set fulfilment = excluded.fulfilment, updated_at = excluded.updated_at`,
)
