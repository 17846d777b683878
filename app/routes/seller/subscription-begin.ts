import { parseWithZod } from "@conform-to/zod/v4"
import { readForm } from "#app/forms/read-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { DomainError } from "#core/errors.ts"
import { beginSubscription } from "#core/subscriptions/begin-subscription.server.ts"
import { subscribeInput } from "#core/subscriptions/inputs.ts"
import type { Route } from "./+types/subscription-begin.ts"

/** What the script of the subscription form gets: the secret to pay with, or what stands in the way. */
export type SubscriptionBegun = { clientSecret: string | null; cardId: string } | { message: string }

/** Asked by the script of /register-subscription; the form without JavaScript goes to that page itself. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "seller")
  const submission = parseWithZod(await readForm(request), { schema: subscribeInput })
  if (submission.status !== "success") return answer({ message: "Please check the form above." }, 422)
  try {
    const { clientSecret, cardId } = await beginSubscription(ctx, submission.value)
    return answer({ clientSecret, cardId })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return answer({ message: error.message }, 422)
  }
}

const answer = (body: SubscriptionBegun, status = 200) =>
  Response.json(body, { status, headers: { "Cache-Control": "no-store" } })
