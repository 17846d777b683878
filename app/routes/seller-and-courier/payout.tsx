import { redirect } from "react-router"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireSellerOrCourier } from "#app/guards/require-seller-or-courier.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { flash } from "#app/ui/flash.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Money } from "#app/ui/money.tsx"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changed, useLive } from "#app/ui/use-live.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { formatMoney } from "#core/money.ts"
import { lastPayout } from "#core/payouts/last-payout.server.ts"
import { owedText } from "#core/payouts/owed-text.ts"
import { readBalance } from "#core/payouts/read-balance.server.ts"
import { requestPayout } from "#core/payouts/request-payout.server.ts"
import type { Route } from "./+types/payout.ts"
import "#app/dashboard/dashboard.css"

export const meta: Route.MetaFunction = () => [{ title: "Payout — Pushcart" }]

/** `Balance` in the URL is ignored: the amount shown and paid comes from the ledger. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireSellerOrCourier(context)
  const { availableCents } = await orNotFound(readBalance(ctx))
  return {
    availableCents,
    last: await lastPayout(ctx),
    dashboard: ROLE_PAGES[ctx.actor.role].dashboard,
  }
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireSellerOrCourier(context)
  return submitForm(request, noInput, async (_input, { idempotencyKey }) => {
    const { amountCents } = await requestPayout(ctx, { idempotencyKey })
    return redirect(ROLE_PAGES[ctx.actor.role].dashboard, {
      headers: flash(`${formatMoney(amountCents)} is on its way to your bank.`),
    })
  })
}

export default function Payout({ loaderData, actionData }: Route.ComponentProps) {
  const { availableCents, last, dashboard } = loaderData
  const [form] = useSchemaForm(noInput, { id: "payout", answer: actionData })
  useLive(({ data }) => changed(data, "money"))
  return (
    <div className="stack narrow">
      <h1>Payout</h1>
      <LivePaused />
      <PageToast message={actionData?.toast} />
      <Card className="stack">
        <p>Your current balance</p>
        <p className="balance">
          <Money cents={availableCents} />
        </p>
        {availableCents > 0 ? (
          <Form form={form}>
            <SubmitButton wide busy="Requesting…">
              Payout
            </SubmitButton>
          </Form>
        ) : (
          <p className="soft">There is nothing to pay out right now.</p>
        )}
      </Card>
      {availableCents < 0 && <Notice kind="bad">{owedText(availableCents)}</Notice>}
      {last?.status === "failed" && (
        <Notice kind="bad">
          {`Your last payout of ${formatMoney(last.amountCents)} didn't go through: ${last.failure ?? ""} The money is back in your balance.`}
        </Notice>
      )}
      {(last?.status === "requested" || last?.status === "sent") && (
        <Notice kind="info">
          {`Your payout of ${formatMoney(last.amountCents)} is on its way to your bank.`}
        </Notice>
      )}
      <LinkButton kind="plain" to={dashboard}>
        Go to the dashboard
      </LinkButton>
    </div>
  )
}
