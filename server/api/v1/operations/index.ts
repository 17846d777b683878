import type { Operation } from "../operation.ts"
import { accounts } from "./accounts.ts"
import { approvals } from "./approvals.ts"
import { cart } from "./cart.ts"
import { courierAccount } from "./courier-account.ts"
import { deliveries } from "./deliveries.ts"
import { deliveryScreen } from "./delivery-screen.ts"
import { general } from "./general.ts"
import { images } from "./images.ts"
import { marketCalendars } from "./market-calendars.ts"
import { markets } from "./markets.ts"
import { notifications } from "./notifications.ts"
import { orders } from "./orders.ts"
import { ownAccount } from "./own-account.ts"
import { pay } from "./pay.ts"
import { payoutAccounts } from "./payout-accounts.ts"
import { sellerAccount } from "./seller-account.ts"
import { sellerProducts } from "./seller-products.ts"
import { shipping } from "./shipping.ts"
import { signIns } from "./sign-ins.ts"
import { subscriptions } from "./subscriptions.ts"

/** Every call of the API, in the order of its documentation. */
export const OPERATIONS: readonly Operation[] = [
  ...signIns,
  ...accounts,
  ...sellerAccount,
  ...payoutAccounts,
  ...subscriptions,
  ...approvals,
  ...courierAccount,
  ...deliveries,
  ...deliveryScreen,
  ...markets,
  ...marketCalendars,
  ...sellerProducts,
  ...images,
  ...cart,
  ...pay,
  ...orders,
  ...shipping,
  ...notifications,
  ...ownAccount,
  ...general,
]
