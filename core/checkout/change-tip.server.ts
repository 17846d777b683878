import type { ChosenTip } from "#core/cart/tip.ts"
import type { CustomerContext } from "#core/context.ts"
import type { StartedCheckout } from "./open-checkout.server.ts"
import { startCheckout } from "./start-checkout.server.ts"

/**
 * Changes the tip on /pay: a new checkout replaces the one under way, with a payment of its own, so that nobody is
 * charged a total that they did not see. Throws `payment_failed` while a payment is being processed, which changes
 * nothing; `invalid` at `tipAmount`; and what `startCheckout` throws.
 */
export const changeTip = (ctx: CustomerContext, tip: ChosenTip): Promise<StartedCheckout> =>
  startCheckout(ctx, { tip })
