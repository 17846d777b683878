import type { Stripe } from "@stripe/stripe-js"
import { redirect } from "react-router"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CardForm } from "#app/subscriptions/card-form.tsx"
import { CardPage } from "#app/subscriptions/card-page.tsx"
import { flash } from "#app/ui/flash.ts"
import { useSchemaForm } from "#app/ui/form.tsx"
import { Checkbox } from "#app/ui/inputs.tsx"
import { cardFailureMessage } from "#core/payments/card-failures.ts"
import type { PaymentScript } from "#core/ports/payments.ts"
import { openSubscriptionPage } from "#core/subscriptions/begin-subscription.server.ts"
import { AGREE_MONTHLY, subscribeForm } from "#core/subscriptions/inputs.ts"
import { readSubscription, type SellerSubscription } from "#core/subscriptions/read-subscription.server.ts"
import type { Route } from "./+types/register-subscription.ts"
import type { SubscriptionBegun } from "./subscription-begin.ts"

export const meta: Route.MetaFunction = () => [{ title: "Subscribe — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const found = await orNotFound(readSubscription(ctx))
  if (found.subscribed) throw redirect("/market-dashboard", { headers: flash("You're already subscribed.") })
  if (found.tooEarly) throw redirect("/market-dashboard", { headers: flash(found.tooEarly, "error") })
  return { email: found.email, known: known(found), script: ctx.ports.payments.browser }
}

/** Without JavaScript: redirects to the card provider's own page. */
export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "seller")
  return submitForm(request, subscribeForm, async () => {
    const { origin } = new URL(request.url)
    const url = await openSubscriptionPage(ctx, {
      successUrl: `${origin}/register-subscription/return?page={page}`,
      cancelUrl: `${origin}/register-subscription`,
    })
    return redirect(url)
  })
}

export default function RegisterSubscription({ loaderData, actionData }: Route.ComponentProps) {
  const { script } = loaderData
  return (
    <CardPage
      title="Subscribe"
      lead="$5.00 a month lets your market list and sell its products. You can cancel at any time."
      script={script}
    >
      <SubscribeForm {...loaderData} answer={actionData} />
    </CardPage>
  )
}

type Props = {
  email: string
  known: ReturnType<typeof known>
  script: PaymentScript
  answer: FormAnswer | undefined
}

function SubscribeForm({ email, known, script, answer }: Props) {
  const [form, fields] = useSchemaForm(subscribeForm, {
    id: "subscribe",
    answer,
    defaultValue: known,
    keepsTyped: true,
  })
  return (
    <CardForm
      form={form}
      fields={fields}
      action="/register-subscription"
      button="Subscribe"
      email={email}
      script={script}
      answer={answer}
      onToken={begin}
    >
      <Checkbox field={fields.agree} label={AGREE_MONTHLY} />
    </CardForm>
  )
}

const known = ({ firstName, lastName, address, city, state, zip }: SellerSubscription) => ({
  firstName,
  lastName,
  address,
  city,
  state,
  zip,
})

/**
 * Our server creates the subscription, and the provider's script pays the first month. Returns an error message, or
 * null.
 */
async function begin(form: FormData, stripe: Stripe): Promise<string | null> {
  const response = await fetch("/register-subscription/begin", { method: "POST", body: form })
  const begun = (await response.json()) as SubscriptionBegun
  if ("message" in begun) return begun.message
  if (begun.clientSecret) {
    const { error } = await stripe.confirmCardPayment(begun.clientSecret, { payment_method: begun.cardId })
    if (error)
      return cardFailureMessage({ code: error.code ?? null, declineCode: error.decline_code ?? null })
  }
  location.assign("/register-subscription/return")
  return null
}
