import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router"
import { requireSellerOrCourier } from "#app/guards/require-seller-or-courier.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { meetRequirementsInput } from "#core/payouts/inputs.ts"
import { knownPerson } from "#core/payouts/known-person.server.ts"
import { meetRequirements, missingRequirements } from "#core/payouts/meet-requirements.server.ts"
import { orNotFound } from "../forms/or-not-found.ts"
import { submitForm } from "../forms/submit-form.ts"
import { flash } from "../ui/flash.ts"

/** `/requirement` for sellers and `/requirement-express` for couriers: a step for each missing requirement. */
export async function loadRequirements({ context }: Pick<LoaderFunctionArgs, "context">) {
  const ctx = requireSellerOrCourier(context)
  const person = await orNotFound(knownPerson(ctx))
  if (!person.isConnected)
    throw redirect(ctx.actor.role === "seller" ? "/register-stripe" : "/stripe", {
      headers: flash("Connect with Stripe first. It hasn't requested anything from you yet.", "error"),
    })
  return {
    missing: await orNotFound(missingRequirements(ctx)),
    person,
    script: ctx.ports.payments.browser,
    dashboard: ROLE_PAGES[ctx.actor.role].dashboard,
  }
}

export function submitRequirements({ request, context }: Pick<ActionFunctionArgs, "request" | "context">) {
  const ctx = requireSellerOrCourier(context)
  return submitForm(request, meetRequirementsInput, async (input) => {
    await meetRequirements(ctx, input)
    return redirect(ctx.actor.role === "seller" ? "/thankyou" : "/thank-you")
  })
}
