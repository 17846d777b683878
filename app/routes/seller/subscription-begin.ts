import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { beginSubscription } from "#core/subscriptions/begin-subscription.server.ts"
import { subscribeInput } from "#core/subscriptions/inputs.ts"
import type { Route } from "./+types/subscription-begin.ts"

/** The response to the subscription form's script: the secret to pay with, or why the seller cannot subscribe. */
export type SubscriptionBegun = { clientSecret: string | null; cardId: string } | { message: string }

/** Called by the script of /register-subscription; the form without JavaScript goes to that page itself. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "seller")
  return submitByScript(
    request,
    subscribeInput,
    async (input): Promise<SubscriptionBegun> => {
      const { clientSecret, cardId } = await beginSubscription(ctx, input)
      return { clientSecret, cardId }
    },
    { unreadable: { message: "Please check the form above." }, rejected: (message) => ({ message }) },
  )
}
