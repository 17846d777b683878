import { data, redirect } from "react-router"
import { coreContext } from "#app/context.ts"
import { ask } from "#app/forms/ask.ts"
import { readForm } from "#app/forms/read-form.ts"
import { askedToSignIn, pageOfForm } from "#app/guards/require-role.ts"
import { DASHBOARDS } from "#app/ui/nav/nav-rules.ts"
import { isPerson } from "#core/context.ts"
import { markAllSeen } from "#core/notifications/mark-all-seen.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import type { Route } from "./+types/see-order.ts"

/**
 * The notifications menu's "See Order": marks the notification seen and opens the order or the market it is about, if it
 * is about one. With `all`, which opening the notifications menu and its "Mark all as read" send, every notification is
 * seen and the page stays.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const ctx = context.get(coreContext)
  if (!isPerson(ctx)) throw await askedToSignIn(["customer", "seller"], request, url)
  const form = await readForm(request)
  if (form.has("all")) {
    await markAllSeen(ctx)
    return redirect(pageOfForm(request, url) ?? DASHBOARDS[ctx.actor.role])
  }
  if (!form.has("notification")) throw data(null, { status: 400 })
  const { orderId, marketId } = await ask(markSeen(ctx, String(form.get("notification"))))
  if (marketId) return redirect(`/market-info?market=${marketId}`)
  if (!orderId) return redirect(DASHBOARDS[ctx.actor.role])
  const page = ctx.actor.role === "seller" ? "/order-seller" : "/order"
  return redirect(`${page}?OrderID=${orderId}`)
}

/** Nobody comes here by a link. */
export function loader() {
  return redirect("/")
}
