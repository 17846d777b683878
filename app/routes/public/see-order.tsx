import { redirect } from "react-router"
import { z } from "zod"
import { coreContext } from "#app/context.ts"
import { ask } from "#app/forms/ask.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { askedToSignIn, pageOfForm } from "#app/guards/require-role.ts"
import { DASHBOARDS } from "#app/ui/nav/nav-rules.ts"
import { isPerson } from "#core/context.ts"
import { markAllSeen } from "#core/notifications/mark-all-seen.server.ts"
import { markSeen } from "#core/notifications/mark-seen.server.ts"
import type { Route } from "./+types/see-order.ts"

/**
 * The notifications menu: "See Order" marks the notification seen and opens the order or the market it is about, if it
 * is about one; after "Mark all as read" every notification is seen and the page stays.
 */
const see = formActions("person", {
  see: [
    z.object({ notification: z.string() }),
    async (ctx, { notification }) => {
      const { orderId, marketId } = await ask(markSeen(ctx, notification))
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

/** Nobody comes here by a link. */
export function loader() {
  return redirect("/")
}
