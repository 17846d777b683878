import { and, eq, gt, inArray, or, type SQL, sql } from "drizzle-orm"
import type { Role } from "#core/identity/roles.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { callRule } from "./phone-numbers.ts"
import { FULFILMENTS } from "./statuses.ts"

/**
 * `mayCall` of phone-numbers.ts for a query that joins `orders`, and `deliveries` where one of the two is the courier:
 * a number that may not be shown does not leave the database.
 */
export function mayCallNow(one: Role, other: Role, now: Date): SQL | undefined {
  const rule = callRule(one, other)
  if (!rule) return sql`false`
  const since = new Date(now.getTime() - rule.afterDeliveryMs)
  return or(
    ...FULFILMENTS.map((fulfilment) => {
      // "" stands for none: a list of SQL cannot hold null.
      const statuses = rule.while[fulfilment].map((status) => status ?? "")
      return and(eq(orders.fulfilment, fulfilment), inArray(sql`coalesce(${orders.status}, '')`, statuses))
    }),
    rule.afterDeliveryMs > 0
      ? and(eq(orders.status, "delivered"), gt(deliveries.deliveredAt, since))
      : undefined,
  )
}

/** The number where it may be shown, "" elsewhere. */
export const shownWhere = (mayShow: SQL | undefined, phone: SQL | typeof deliveries.phone) =>
  sql<string>`case when ${mayShow} then ${phone} else '' end`
