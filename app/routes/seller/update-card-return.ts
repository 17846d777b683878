import { redirect } from "react-router"
import { orRedirect } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { finishCardPage } from "#core/subscriptions/update-card.server.ts"
import type { Route } from "./+types/update-card-return.ts"

/** The provider's card page redirects here. The URL is not trusted; the status is fetched from the provider. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const pageId = new URL(request.url).searchParams.get("page") ?? ""
  await orRedirect("/updateCard", finishCardPage(ctx, { pageId }))
  return redirect("/market-dashboard", { headers: flash("Your card is updated.") })
}
