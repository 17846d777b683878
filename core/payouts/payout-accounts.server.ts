import { eq } from "drizzle-orm"
import { notFound } from "#core/errors.ts"
import type { PayoutAccountOwner } from "#core/ports/connected-accounts.ts"
import type { Executor } from "#db/client.ts"
import { couriers, markets } from "#db/schema/index.ts"

/** A seller's payout account is on the row of their market, a courier's on their own. */
export const PAYOUT_ACCOUNT_TABLES = { seller: markets, deliverer: couriers } as const

/** Returns our record of a seller's or courier's payout account. Throws `not_found` for someone who is neither. */
export async function readPayoutAccount(db: Executor, { userId, role }: PayoutAccountOwner) {
  const table = PAYOUT_ACCOUNT_TABLES[role]
  const [row] = await db
    .select({
      firstName: table.firstName,
      lastName: table.lastName,
      address: table.address,
      city: table.city,
      state: table.state,
      zip: table.zip,
      phone: table.phone,
      accountId: table.stripeAccountId,
      onboarded: table.onboarded,
      requirements: table.requirements,
      schedule: table.payoutSchedule,
    })
    .from(table)
    .where(eq(table.userId, userId))
  if (!row) throw notFound("Your account")
  return row
}
