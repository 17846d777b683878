import type { Operation } from "../operation.ts"
import { accounts } from "./accounts.ts"
import { approvals } from "./approvals.ts"
import { cart } from "./cart.ts"
import { courierAccount } from "./courier-account.ts"
import { deliveryOperations } from "./deliveries.ts"
import { deliveryScreen } from "./delivery-screen.ts"
import { general } from "./general.ts"
import { imageOperations } from "./images.ts"
import { marketCalendarOperations } from "./market-calendars.ts"
import { marketOperations } from "./markets.ts"
import { notificationOperations } from "./notifications.ts"
import { orderOperations } from "./orders.ts"
import { ownAccount } from "./own-account.ts"
import { pay } from "./pay.ts"
import { payoutAccounts } from "./payout-accounts.ts"
import { sellerAccount } from "./seller-account.ts"
import { sellerProducts } from "./seller-products.ts"
import { shippingOperations } from "./shipping.ts"
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
  ...deliveryOperations,
  ...deliveryScreen,
  ...marketOperations,
  ...marketCalendarOperations,
  ...sellerProducts,
  ...imageOperations,
  ...cart,
  ...pay,
  ...orderOperations,
  ...shippingOperations,
  ...notificationOperations,
  ...ownAccount,
  ...general,
]
