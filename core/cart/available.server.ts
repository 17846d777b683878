import { type Placeholder, sql } from "drizzle-orm"
import { variants } from "#db/schema/index.ts"

/** The customer's one checkout that holds stock. Looked up once for all lines, and with an index of live ones alone. */
export const liveCheckoutOf = (customerId: string | Placeholder) =>
  sql`(select id from checkouts where customer_id = ${customerId} and status in ('open', 'paying'))`

/**
 * How many of a variant this customer can have: what is in stock, and what their own live checkout holds,
 * for going back to the cart must not make their own things look sold out.
 */
export const availableTo = (customerId: string | Placeholder) =>
  sql<number>`(${variants.stock} + coalesce((
  select held.quantity from checkout_lines held
  where held.checkout_id = ${liveCheckoutOf(customerId)} and held.variant_id = ${variants.id}
), 0))`.mapWith(Number)

/**
 * Whether other customers' live checkouts hold some of a variant that is not in stock. Asked of the variant's own lines:
 * the live checkouts of everybody may be many.
 */
export const isHeldFromThem = (customerId: string | Placeholder) =>
  sql<boolean>`(${variants.stock} <= 0 and exists (
  select from checkout_lines held
  where held.variant_id = ${variants.id} and (
    select c.status in ('open', 'paying') and c.customer_id <> ${customerId}
    from checkouts c where c.id = held.checkout_id
  )
))`
