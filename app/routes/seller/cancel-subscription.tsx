import { redirect } from "react-router"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { flash } from "#app/ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { cancelSubscription } from "#core/subscriptions/cancel-subscription.server.ts"
import { readSubscription } from "#core/subscriptions/read-subscription.server.ts"
import type { Route } from "./+types/cancel-subscription.ts"

export const meta: Route.MetaFunction = () => [{ title: "Cancel your subscription — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const { subscribed } = await orNotFound(readSubscription(requireContext(context, "seller")))
  return { subscribed }
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "seller")
  return submitForm(request, noInput, async () => {
    await cancelSubscription(ctx)
    return redirect("/market-dashboard", { headers: flash("Your subscription was canceled.") })
  })
}

export default function CancelSubscription({ loaderData, actionData }: Route.ComponentProps) {
  const [form] = useSchemaForm(noInput, { id: "cancel", answer: actionData })
  return (
    <div className="stack narrow">
      <h1>Cancel Subscription</h1>
      <PageToast message={actionData?.toast} />
      <Card className="stack">
        {loaderData.subscribed ? (
          <>
            <p>
              <strong>This takes effect right away.</strong> You won't be charged again. You can no longer add
              products or receive orders, and your products are no longer listed. You can still complete paid
              orders and keep what you earned.
            </p>
            <Form form={form}>
              <SubmitButton kind="danger" busy="Cancelling…">
                Cancel Subscription
              </SubmitButton>
            </Form>
          </>
        ) : (
          <p>You're not subscribed.</p>
        )}
        <LinkButton kind="plain" to="/market-dashboard">
          {loaderData.subscribed ? "Keep my subscription" : "Go to the dashboard"}
        </LinkButton>
      </Card>
    </div>
  )
}
