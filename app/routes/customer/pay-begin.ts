import { clientAddressContext } from "#app/context.ts"
import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { mayAddCard } from "#core/cards/card-use.server.ts"
import { payFormInput } from "#core/cards/saved-card.ts"
import { savePickupPhone } from "#core/cart/update-cart.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import type { ErrorCode } from "#core/errors.ts"
import type { Route } from "./+types/pay-begin.ts"

/** The response to Pay Now's script: the secret for the card form, or why the customer cannot pay. */
export type PayBegun =
  | { clientSecret: string; checkoutId: string; paid: boolean }
  /** `next` is the page on which to continue; null for this one. */
  | { message: string; next: "cart" | "pay" | null }

/** Called by the script of /pay; the form without JavaScript goes to /pay itself. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "customer")
  return submitByScript(
    request,
    payFormInput,
    async ({ phone, card: _another, saveCard, shownCents, ...billing }): Promise<PayBegun> => {
      if (phone !== undefined) await savePickupPhone(ctx, phone)
      if (saveCard) await mayAddCard(ctx, context.get(clientAddressContext))
      const use = saveCard ? "save" : undefined
      const { clientSecret, checkoutId, state } = await beginPayment(ctx, billing, { shownCents, use })
      return { clientSecret, checkoutId, paid: state === "paid" }
    },
    {
      unreadable: { message: "Please check what you entered above.", next: null },
      rejected: (message, code) => ({ message, next: nextAfter(code) }),
    },
  )
}

/** Rejections after which the customer can pay from this page. */
const STAYS: readonly ErrorCode[] = ["provider_down", "not_allowed", "rate_limited"]

function nextAfter(code: ErrorCode): "cart" | "pay" | null {
  if (STAYS.includes(code)) return null
  return code === "cart_changed" ? "pay" : "cart"
}
