import { sql } from "drizzle-orm"
import type { CustomerContext } from "#core/context.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { commitWith } from "#db/client.ts"
import { waitsForNoDisk } from "#db/no-disk.ts"
import { preparedSql } from "#db/prepared.ts"
import { type CartView, cartOf, rowsOfCart } from "./view-cart.server.ts"

/** Remembers how the whole cart is to reach the customer. */
export async function chooseFulfilment(
  ctx: CustomerContext,
  { fulfilment }: { fulfilment: Fulfilment },
): Promise<void> {
  await remember(ctx.db, { customerId: ctx.actor.userId, fulfilment, now: ctx.now().toISOString() })
}

/** The same, and the cart as it then is; both travel to the database at once. */
export async function chooseAndView(
  ctx: CustomerContext,
  choice: { fulfilment: Fulfilment },
): Promise<CartView> {
  const customerId = ctx.actor.userId
  const [, rows] = await ctx.db.transaction((tx) =>
    commitWith(tx, [chooseFulfilment({ ...ctx, db: tx }, choice), rowsOfCart(tx, customerId)]),
  )
  return (await cartOf(ctx.db, customerId, rows)).view
}

const remember = preparedSql(
  "fulfilment_chosen",
  sql`
    insert into carts (customer_id, fulfilment, updated_at)
    select ${sql.placeholder("customerId")}::uuid, ${sql.placeholder("fulfilment")}::text, ${sql.placeholder("now")}::timestamptz
    where ${waitsForNoDisk}
    on conflict (customer_id) do update set fulfilment = excluded.fulfilment, updated_at = excluded.updated_at`,
)
