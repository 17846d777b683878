import { sql } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"

export type Badges = { cart: number; unseen: number }

/** The counts in the navigation bar: items in the cart, and notifications not yet seen. One query. */
export async function readBadges(ctx: PersonContext): Promise<Badges> {
  const { userId, role } = ctx.actor
  const { rows } = await ctx.db.execute<Badges>(sql`
    select
      (select coalesce(sum(quantity), 0)::int from cart_lines
        where customer_id = ${userId} and ${role} = 'customer') as cart,
      (select count(*)::int from notifications
        where user_id = ${userId} and role = ${role} and seen_at is null) as unseen`)
  return rows[0] ?? { cart: 0, unseen: 0 }
}
