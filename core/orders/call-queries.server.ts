import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm"
import type { Role } from "#core/identity/roles.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { callRule } from "./phone-numbers.ts"
import { FULFILMENTS } from "./statuses.ts"

/**
 * `mayCall` as SQL, so that a phone number that may not be shown never leaves the database. The query must join
 * `orders`, and also `deliveries` where either role is the courier.
 */
export function mayCallNow(one: Role, other: Role, now: Date): SQL | undefined {
  const rule = callRule(one, other)
  if (!rule) return sql`false`
  const since = new Date(now.getTime() - rule.afterDeliveryMs)
  return or(
    ...FULFILMENTS.map((fulfilment) => {
      // "" represents a null status: `in (…)` never matches null.
      const statuses = rule.while[fulfilment].map((status) => status ?? "")
      return and(eq(orders.fulfilment, fulfilment), inArray(sql`coalesce(${orders.status}, '')`, statuses))
    }),
    rule.afterDeliveryMs > 0
      ? and(eq(orders.status, "delivered"), gt(deliveries.deliveredAt, since))
      : undefined,
  )
}

/** SQL for the phone number if it may be shown, "" otherwise. */
export const shownWhere = (mayShow: SQL | undefined, phone: SQL | typeof deliveries.phone) =>
  sql<string>`case when ${mayShow} then ${phone} else '' end`
