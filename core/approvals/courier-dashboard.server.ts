import type { CourierContext } from "#core/context.ts"
import { readOwnCourier } from "#core/identity/own-profiles.server.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { courierStatus } from "./courier-card.ts"

/** Everything on the courier's dashboard: revenue, deliveries, their own data, and the status card. */
export async function courierDashboard(ctx: CourierContext) {
  const { deliverer, email, deliveryCount } = await readOwnCourier(ctx)
  const { firstName, lastName, address, addressOne, city, state, zip, phone } = deliverer
  const { approval, denialReason, wasApproved, onboarded, requirements } = deliverer
  return {
    info: { firstName, lastName, address, addressOne, city, state, zip, phone, email },
    revenue: await readBalance(ctx),
    deliveries: deliveryCount,
    hasAccount: deliverer.stripeAccountId !== null,
    status: courierStatus({
      approval,
      denialReason,
      wasApproved,
      onboarded,
      hasAccount: deliverer.stripeAccountId !== null,
      requirements,
    }),
  }
}
