import { redirect } from "react-router"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { DomainError } from "#core/errors.ts"
import { finishCardPage } from "#core/subscriptions/update-card.server.ts"
import type { Route } from "./+types/update-card-return.ts"

/** Back from the provider's card page. Believes nothing of the address: the provider is asked. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const pageId = new URL(request.url).searchParams.get("page") ?? ""
  try {
    await finishCardPage(ctx, { pageId })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return redirect("/updateCard", { headers: flash(error.message, "error") })
  }
  return redirect("/market-dashboard", { headers: flash("Your card is updated.") })
}
