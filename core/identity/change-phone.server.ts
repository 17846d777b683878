import { and, eq, sql } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { emit } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { couriers, customers } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { provePassword } from "./prove-password.server.ts"

/**
 * Sets or removes a customer's phone, or sets a courier's; an email notifies the person. Throws `not_allowed` for
 * sellers, whose phone belongs to the market, and for admins, who have none. Throws `invalid` at `password`, or at
 * `phone` for a courier without one; `rate_limited`.
 */
export async function changePhone(
  ctx: PersonContext,
  { phone, password }: { phone: string | null; password: string },
): Promise<void> {
  const { userId, role } = ctx.actor
  if (role !== "customer" && role !== "deliverer")
    throw new DomainError("not_allowed", "This account has no phone number to change.")
  await provePassword(ctx, password)
  await transaction(ctx.db, async (tx) => {
    const changed = await (role === "customer" ? ofCustomer(tx, userId, phone) : ofCourier(ctx, tx, phone))
    if (changed.length > 0) await emit(tx, "phone.changed", { userId, role })
  })
}

const isAnother = (phone: string | null) => sql`phone is distinct from ${phone}`

const ofCustomer = (tx: Transaction, userId: string, phone: string | null) =>
  tx
    .update(customers)
    .set({ phone })
    .where(and(eq(customers.userId, userId), isAnother(phone)))
    .returning({ userId: customers.userId })

function ofCourier(ctx: PersonContext, tx: Transaction, phone: string | null) {
  if (phone === null) throw new DomainError("invalid", "Enter your phone number.", "phone")
  return tx
    .update(couriers)
    .set({ phone, updatedAt: ctx.now() })
    .where(and(eq(couriers.userId, ctx.actor.userId), isAnother(phone)))
    .returning({ userId: couriers.userId })
}
