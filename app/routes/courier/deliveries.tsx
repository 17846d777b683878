import { DeliveriesScreen } from "#app/deliveries/deliveries-screen.tsx"
import { stepAction } from "#app/deliveries/step-action.ts"
import { requireContext } from "#app/guards/require-context.ts"
import type { PageHandle } from "#app/page-handle.ts"
import { PageToast } from "#app/ui/toaster.tsx"
import { viewDeliveries } from "#core/deliveries/view-deliveries.server.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"
import type { Route } from "./+types/deliveries.ts"

export const handle: PageHandle = { layout: "full" }

export const meta: Route.MetaFunction = () => [{ title: "Deliveries — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "deliverer")
  const [view, mustAgree] = await Promise.all([viewDeliveries(ctx), mustAgreeFirst(ctx)])
  return { personId: ctx.actor.userId, view, mustAgree }
}

export const action = stepAction

/** The rooms and the phone's queue update this page, online or offline, so the router does not revalidate it. */
export const shouldRevalidate = () => false

export default function Deliveries({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <DeliveriesScreen {...loaderData} photoError={actionData?.lastResult.error?.photo?.[0]} />
      <PageToast message={actionData?.toast} />
    </>
  )
}
