import { download } from "#app/forms/download.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { viewOrderCalendar } from "#core/purchases/view-order-calendar.server.ts"
import type { Route } from "./+types/order-calendar.ts"

/** The customer's order as a file that calendar apps open. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const { name, body } = await orNotFound(viewOrderCalendar(ctx, url.searchParams.get("OrderID") ?? ""))
  return download({ name, type: "text/calendar; charset=utf-8", body })
}
