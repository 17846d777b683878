import { type SQLWrapper, sql } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"

export type Badges = { cart: number; unseen: number }

/** What the navigation bar counts: the things in the cart, and the notifications not yet seen. One query. */
export async function readBadges(ctx: PersonContext): Promise<Badges> {
  const { userId, role } = ctx.actor
  const { cart, unseen } = badgeColumns(sql`${userId}`, sql`${role}`)
  const { rows } = await ctx.db.execute<Badges>(sql`select ${cart} as cart, ${unseen} as unseen`)
  return rows[0] ?? { cart: 0, unseen: 0 }
}

/** The same as columns to select beside a person and their role. */
export const badgeColumns = (userId: SQLWrapper, role: SQLWrapper) => ({
  cart: sql<number>`(select coalesce(sum(quantity), 0)::int from cart_lines
    where customer_id = ${userId} and ${role} = 'customer')`,
  unseen: sql<number>`(select count(*)::int from notifications
    where user_id = ${userId} and role = ${role} and seen_at is null)`,
})
