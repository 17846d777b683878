import { redirect } from "react-router"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { finishSubscription } from "#core/subscriptions/begin-subscription.server.ts"
import type { Route } from "./+types/subscription-return.ts"

/**
 * The card provider redirects here after a payment. The URL is not trusted; the status is fetched from the provider.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const pageId = new URL(request.url).searchParams.get("page") ?? undefined
  const { subscribed } = await orNotFound(finishSubscription(ctx, { pageId }))
  if (subscribed)
    return redirect("/market-dashboard", { headers: flash("Thank you. Your subscription has started.") })
  return redirect("/register-subscription", {
    headers: flash("The first month isn't paid yet. Please try again.", "error"),
  })
}
