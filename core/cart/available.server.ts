import { type Placeholder, sql } from "drizzle-orm"
import { variants } from "#db/schema/index.ts"

/**
 * How many of a variant this customer can have: what is in stock, and what their own live checkout holds,
 * for going back to the cart must not make their own things look sold out.
 */
export const availableTo = (customerId: string | Placeholder) =>
  sql<number>`(${variants.stock} + coalesce((
  select sum(held.quantity)::int from checkout_lines held
  join checkouts live on live.id = held.checkout_id
  where held.variant_id = ${variants.id} and live.customer_id = ${customerId} and live.status in ('open', 'paying')
), 0))`.mapWith(Number)
