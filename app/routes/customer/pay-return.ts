import { redirect } from "react-router"
import { orNotFound, orRedirect } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import type { Completion } from "#core/checkout/checkout.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import type { Route } from "./+types/pay-return.ts"

/** The card provider redirects the customer here. The URL is not trusted; the status is fetched from the provider. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const checkoutId = new URL(request.url).searchParams.get("checkout") ?? ""
  const completion = orNotFound(completeCheckout(ctx, { checkoutId }))
  return leadOn(
    checkoutId,
    await orRedirect("/customer-orders", completion, { only: "provider_down", text: SILENT }),
  )
}

const SILENT =
  "We couldn't reach our card provider just now. If your payment went through, your order will appear here within a few minutes; if not, your items are still in your cart. You won't be charged twice."
const PROCESSING =
  "Your bank is still working on the payment. Your order appears here as soon as it is done: please do not pay again."

function leadOn(checkoutId: string, completion: Completion): Response {
  switch (completion.outcome) {
    case "completed":
      return redirect(`/thanks-for-shopping?purchase=${checkoutId}`)
    case "processing":
      return redirect("/customer-orders", { headers: flash(PROCESSING) })
    case "unpaid":
      return redirect("/pay", { headers: flash(completion.message, "error") })
    case "refunded":
      return redirect("/shopping-cart", { headers: flash(completion.message, "error") })
  }
}
