import { and, desc, eq, isNotNull } from "drizzle-orm"
import { listAddresses } from "#core/addresses/list-addresses.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { checkouts } from "#db/schema/index.ts"
import { type Billing, billingInput } from "./checkout.ts"
import { type KnownAddress, viewShipTo } from "./ship-to.server.ts"
import type { CheckoutView } from "./view-checkout.server.ts"

export type KnownBilling = {
  address: KnownAddress
  /** Whether every required field has a valid value, so that the form can be collapsed. */
  isComplete: boolean
}

/**
 * The billing address that /pay starts with: what was entered for this checkout, otherwise the delivery address,
 * otherwise the customer's last billing address, otherwise their first saved address. Always with the account's email.
 */
export async function knownBilling(
  ctx: CustomerContext,
  checkout: Pick<CheckoutView, "billing" | "fulfilment" | "shipTo"> | null,
): Promise<KnownBilling> {
  const { shipTo: account } = await viewShipTo(ctx)
  const delivery = checkout?.fulfilment === "delivery" ? checkout.shipTo : null
  const found =
    checkout?.billing ?? delivery ?? (await lastBilling(ctx)) ?? (await listAddresses(ctx))[0] ?? account
  const address = { ...found, email: account.email }
  return { address, isComplete: billingInput.safeParse(address).success }
}

/** The billing address of the customer's newest checkout that has one. */
async function lastBilling(ctx: CustomerContext): Promise<Billing | null> {
  const [last] = await ctx.db
    .select({ billing: checkouts.billing })
    .from(checkouts)
    .where(and(eq(checkouts.customerId, ctx.actor.userId), isNotNull(checkouts.billing)))
    .orderBy(desc(checkouts.createdAt))
    .limit(1)
  return last?.billing ?? null
}
