import { redirect, useSubmit } from "react-router"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CardForm } from "#app/subscriptions/card-form.tsx"
import { CardPage } from "#app/subscriptions/card-page.tsx"
import { flash } from "#app/ui/flash.ts"
import { useSchemaForm } from "#app/ui/form.tsx"
import type { SellerContext } from "#core/context.ts"
import { updateCardForm, updateCardInput } from "#core/subscriptions/inputs.ts"
import { readSubscription } from "#core/subscriptions/read-subscription.server.ts"
import { openCardPage, updateCard } from "#core/subscriptions/update-card.server.ts"
import type { Route } from "./+types/update-card.ts"

export const meta: Route.MetaFunction = () => [{ title: "Update your card — Pushcart" }]

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "seller")
  const subscription = await orNotFound(readSubscription(ctx))
  if (!subscription.subscribed) throw redirect("/register-subscription")
  const { firstName, lastName, address, city, state, zip, email, status } = subscription
  return {
    known: { firstName, lastName, address, city, state, zip },
    email,
    failed: status === "past_due",
    script: ctx.ports.payments.browser,
  }
}

export const action = formActions("seller", {
  /** A form without a token (sent without JavaScript) redirects to the provider's own page. */
  card: [
    noInput,
    async (ctx, _input, { formData, request }) =>
      formData.has("token")
        ? submitForm(formData, updateCardInput, async ({ token }) => {
            await updateCard(ctx, { token })
            return redirect("/market-dashboard", { headers: flash("Your card is updated.") })
          })
        : submitForm(formData, updateCardForm, () => toCardPage(ctx, request)),
  ],
  hosted: [updateCardForm, (ctx, _input, { request }) => toCardPage(ctx, request)],
})

async function toCardPage(ctx: SellerContext, request: Request): Promise<Response> {
  const { origin } = new URL(request.url)
  const url = await openCardPage(ctx, {
    successUrl: `${origin}/updateCard/return?page={page}`,
    cancelUrl: `${origin}/updateCard`,
  })
  return redirect(url)
}

export default function UpdateCard({ loaderData, actionData }: Route.ComponentProps) {
  const { script, failed } = loaderData
  return (
    <CardPage
      title="Update Card Information"
      lead={
        failed
          ? "Your last monthly payment didn't go through. If you add another card, we'll charge it right away."
          : "The next monthly payment is made with this card."
      }
      script={script}
    >
      <UpdateCardForm loaded={loaderData} answer={actionData} />
    </CardPage>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

function UpdateCardForm({ loaded, answer }: { loaded: Loaded; answer: FormAnswer | undefined }) {
  const { known, email, script } = loaded
  const [form, fields] = useSchemaForm(updateCardForm, {
    id: "card",
    answer,
    defaultValue: known,
    keepsTyped: true,
  })
  const submit = useSubmit()
  return (
    <CardForm
      form={form}
      fields={fields}
      action="/updateCard"
      button="Update Card"
      email={email}
      script={script}
      answer={answer}
      onToken={async (sent) => {
        sent.set("intent", "card")
        await submit(sent, { method: "post", action: "/updateCard" })
        return null
      }}
    />
  )
}
