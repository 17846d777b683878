import type { DelivererContext } from "#core/context.ts"
import { ownDeliverer } from "#core/identity/own-record.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { delivererStatus } from "./deliverer-card.ts"

/** Everything on the deliverer's dashboard: revenue, deliveries, their own data, and the status card. */
export async function delivererDashboard(ctx: DelivererContext) {
  const { deliverer, email, deliveryCount } = await ownDeliverer(ctx)
  const { firstName, lastName, address, addressOne, city, state, zip, phone } = deliverer
  const { approval, denialReason, onboarded, requirements } = deliverer
  return {
    info: { firstName, lastName, address, addressOne, city, state, zip, phone, email },
    revenue: await readBalance(ctx),
    deliveries: deliveryCount,
    /** Where the payout account is, or will be, made. */
    hasAccount: deliverer.stripeAccountId !== null,
    status: delivererStatus({
      approval,
      denialReason,
      onboarded,
      hasAccount: deliverer.stripeAccountId !== null,
      requirements,
    }),
  }
}
