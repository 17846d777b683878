import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router"
import { requireSellerOrCourier } from "#app/guards/require-seller-or-courier.ts"
import { connectAccount } from "#core/payouts/connect-account.server.ts"
import { connectAccountInput } from "#core/payouts/inputs.ts"
import { knownPerson } from "#core/payouts/known-person.server.ts"
import { orNotFound } from "../forms/or-not-found.ts"
import { submitForm } from "../forms/submit-form.ts"

/** `/register-stripe` for sellers and `/stripe` for couriers are the same screen; only sellers have a market. */
export async function loadOnboarding({ context }: Pick<LoaderFunctionArgs, "context">) {
  const ctx = requireSellerOrCourier(context)
  return {
    role: ctx.actor.role,
    person: await orNotFound(knownPerson(ctx)),
    script: ctx.ports.payments.browser,
  }
}

export function submitOnboarding({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const ctx = requireSellerOrCourier(context)
  return submitForm(request, connectAccountInput, async (input) => {
    await connectAccount(ctx, input)
    return redirect(ctx.actor.role === "seller" ? "/thankyou" : "/thank-you")
  })
}
