import { redirect } from "react-router"
import { submitByScript } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { takeStepInput } from "#core/orders/seller-stages.ts"
import { takeStep } from "#core/orders/take-step.server.ts"
import type { Route } from "./+types/order-step.ts"

/** Called by the queue of steps (status-queue.ts); forms without JavaScript post to their own pages. */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const ctx = requireContext(context, "seller")
  return submitByScript(
    request,
    takeStepInput,
    async (input): Promise<{ message?: string }> => {
      await takeStep(ctx, input)
      return {}
    },
    { unreadable: { message: "Reload the page, please." }, rejected: (message) => ({ message }) },
  )
}

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect("/market-today")
}
