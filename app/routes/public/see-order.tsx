import { redirect } from "react-router"
import { coreContext } from "#app/context.ts"
import { ask } from "#app/forms/ask.ts"
import { readForm } from "#app/forms/read-form.ts"
import { DASHBOARDS } from "#app/ui/nav-rules.ts"
import { isPerson } from "#core/context.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import type { Route } from "./+types/see-order.ts"

/** The bell's "See Order": marks the notification seen and opens the order it is about, if it is about one. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(coreContext)
  if (!isPerson(ctx)) throw redirect("/Welcome")
  const form = await readForm(request)
  const { orderId } = await ask(markSeen(ctx, String(form.get("notification") ?? "")))
  if (!orderId) return redirect(DASHBOARDS[ctx.actor.role])
  const page = ctx.actor.role === "seller" ? "/order-seller" : "/order"
  return redirect(`${page}?OrderID=${orderId}`)
}

/** Nobody comes here by a link. */
export function loader() {
  return redirect("/")
}
