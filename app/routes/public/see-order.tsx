import { redirect } from "react-router"
import { z } from "zod"
import { coreContext } from "#app/context.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { askedToSignIn, pageOfForm } from "#app/guards/require-role.ts"
import { DASHBOARDS } from "#app/ui/nav/nav-rules.ts"
import { isPerson } from "#core/context.ts"
import { markAllSeen } from "#core/notifications/mark-all-seen.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import type { Route } from "./+types/see-order.ts"

/**
 * The notifications menu's forms. "See Order" marks the notification seen and opens its order or market, if it has one.
 * "Mark all as read" marks every notification seen and stays on the page.
 */
const see = formActions("person", {
  see: [
    z.object({ notification: z.string() }),
    async (ctx, { notification }) => {
      const { orderId, marketId } = await orNotFound(markSeen(ctx, notification))
      if (marketId) return redirect(`/market-info?market=${marketId}`)
      if (!orderId) return redirect(DASHBOARDS[ctx.actor.role])
      const page = ctx.actor.role === "seller" ? "/order-seller" : "/order"
      return redirect(`${page}?OrderID=${orderId}`)
    },
  ],
  "see-all": [
    noInput,
    async (ctx, _input, { request, url }) => {
      await markAllSeen(ctx)
      return redirect(pageOfForm(request, url) ?? DASHBOARDS[ctx.actor.role])
    },
  ],
})

export async function action(args: Route.ActionArgs) {
  const { request, url, context } = args
  if (!isPerson(context.get(coreContext))) throw await askedToSignIn(["customer", "seller"], request, url)
  return see(args)
}

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect("/")
}
