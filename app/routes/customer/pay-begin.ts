import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { billingInput } from "#core/checkout/checkout.ts"
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
    billingInput,
    async (input): Promise<PayBegun> => {
      const { clientSecret, checkoutId, state } = await beginPayment(ctx, input)
      return { clientSecret, checkoutId, paid: state === "paid" }
    },
    {
      unreadable: { message: "Please check the billing address above.", toCart: false },
      rejected: (message, code) => ({ message, toCart: code !== "provider_down" }),
    },
  )
}
