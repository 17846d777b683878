import { parseWithZod } from "@conform-to/zod/v4"
import { readForm } from "#app/forms/read-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import { billingInput } from "#core/checkout/inputs.ts"
import { DomainError } from "#core/errors.ts"
import type { Route } from "./+types/pay-begin.ts"

/** What Pay Now's script gets: the secret for the card form, or what stands in the way. */
export type PayBegun =
  | { clientSecret: string; checkoutId: string; paid: boolean }
  | { message: string; toCart: boolean }

/** Asked by the script of /pay; the form without JavaScript goes to /pay itself. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "customer")
  const submission = parseWithZod(await readForm(request), { schema: billingInput })
  if (submission.status !== "success")
    return answer({ message: "Please check the billing address above.", toCart: false }, 422)
  try {
    const { clientSecret, checkoutId, state } = await beginPayment(ctx, submission.value)
    return answer({ clientSecret, checkoutId, paid: state === "paid" })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return answer({ message: error.message, toCart: error.code !== "provider_down" }, 422)
  }
}

function answer(body: PayBegun, status = 200): Response {
  const headers = { "Content-Type": "application/json", "Cache-Control": "no-store" }
  return new Response(JSON.stringify(body), { status, headers })
}
