import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { savePickupPhone } from "#core/cart/update-cart.server.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { payInput } from "#core/checkout/checkout.ts"
import type { Route } from "./+types/pay-begin.ts"

/** The response to Pay Now's script: the secret for the card form, or why the customer cannot pay. */
export type PayBegun =
  | { clientSecret: string; checkoutId: string; paid: boolean }
  | { message: string; toCart: boolean }

/** Called by the script of /pay; the form without JavaScript goes to /pay itself. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "customer")
  return submitByScript(
    request,
    payInput,
    async ({ phone, ...billing }): Promise<PayBegun> => {
      if (phone !== undefined) await savePickupPhone(ctx, phone)
      const { clientSecret, checkoutId, state } = await beginPayment(ctx, billing)
      return { clientSecret, checkoutId, paid: state === "paid" }
    },
    {
      unreadable: { message: "Please check what you entered above.", toCart: false },
      rejected: (message, code) => ({ message, toCart: code !== "provider_down" }),
    },
  )
}
