import { confirmations, registrations, signIns } from "./scenarios-accounts.ts"
import { administration } from "./scenarios-admin.ts"
import { leaving, money, payoutAccounts, subscriptions } from "./scenarios-money.ts"
import { deliveries, orders } from "./scenarios-orders.ts"
import { cart, catalog, checkout, ownProducts } from "./scenarios-shop.ts"
import type { Scenario } from "./stage.ts"

/**
 * Calls that succeed, and calls that are rejected because of earlier calls: one file each, in this order. Lists of
 * everybody come first, so that they do not contain data of later scenarios.
 */
export const SCENARIOS: Record<string, Scenario> = {
  catalog,
  administration,
  "sign-ins": signIns,
  registrations,
  confirmations,
  "own-products": ownProducts,
  cart,
  checkout,
  orders,
  deliveries,
  "payout-accounts": payoutAccounts,
  subscriptions,
  money,
  leaving,
}
