import { readCoordinates } from "#app/catalog/coordinates-param.ts"
import { DeliveriesScreen } from "#app/deliveries/deliveries-screen.tsx"
import { stepAction } from "#app/deliveries/step-action.ts"
import { requireContext } from "#app/guards/require-context.ts"
import type { PageHandle } from "#app/page-handle.ts"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { viewDeliveries } from "#core/deliveries/view-deliveries.server.ts"
import { mustAgreeFirst } from "#core/terms/second-terms.server.ts"
import type { Route } from "./+types/deliveries.ts"

export const handle: PageHandle = { layout: "full" }

export const meta: Route.MetaFunction = () => [{ title: "Deliveries — Pushcart" }]

/** Lists what waits near the phone's position, if the URL has it, otherwise near the courier's address. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "deliverer")
  const near = url.searchParams.get("near")
  const [view, mustAgree] = await Promise.all([
    viewDeliveries(ctx, readCoordinates(near)),
    mustAgreeFirst(ctx),
  ])
  return { personId: ctx.actor.userId, view, near, mustAgree }
}

export const action = stepAction

export default function Deliveries({ loaderData, actionData }: Route.ComponentProps) {
  useLive(({ data }) => changed(data, "deliveries") || changed(data, "account"))
  return (
    <>
      <DeliveriesScreen {...loaderData} photoError={actionData?.lastResult.error?.photo?.[0]} />
      <PageToast message={actionData?.toast} />
    </>
  )
}
