import { Elements } from "@stripe/react-stripe-js"
import { redirect, replace } from "react-router"
import { checkoutPage } from "#app/checkout/checkout-page.ts"
import { CheckoutSteps } from "#app/checkout/checkout-steps.tsx"
import { HoldClock } from "#app/checkout/hold-clock.tsx"
import { PayForm } from "#app/checkout/pay-form.tsx"
import { PayReceipt, receiptOf } from "#app/checkout/pay-receipt.tsx"
import { isAboutTip, TIP_INTENT } from "#app/checkout/pay-tip.tsx"
import { TestCardNotice } from "#app/checkout/test-card-notice.tsx"
import { useCardProvider } from "#app/checkout/use-card-provider.ts"
import { clientAddressContext, layoutDataContext } from "#app/context.ts"
import { readForm } from "#app/forms/read-form.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { EmptyState, Notice, RotateHint } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { payWithSavedCard } from "#core/cards/pay-with-saved-card.server.ts"
import { ANOTHER_CARD, MOST_CARDS, payFormInput, viewCard } from "#core/cards/saved-card.ts"
import { listCards } from "#core/cards/saved-cards.server.ts"
import { changeTipInput } from "#core/cart/tip.ts"
import { savePickupPhone } from "#core/cart/update-cart.server.ts"
import { changeTip } from "#core/checkout/change-tip.server.ts"
import { knownBilling } from "#core/checkout/known-billing.server.ts"
import type { KnownAddress } from "#core/checkout/ship-to.server.ts"
import { startHostedCheckout } from "#core/checkout/start-hosted-checkout.server.ts"
import { viewCheckout } from "#core/checkout/view-checkout.server.ts"
import { viewRecentPurchase } from "#core/purchases/view-purchase.server.ts"
import type { Route } from "./+types/pay.ts"

export const meta: Route.MetaFunction = () => [{ title: "Payment — Pushcart" }]

/** A rejection may have ended the hold, which the page has to show. */
export const shouldRevalidate = () => true

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const checkout = await viewCheckout(ctx)
  const billing = await knownBilling(ctx, checkout)
  const cards = checkout ? await listCards(ctx) : []
  const { cartCount } = await context.get(layoutDataContext)()
  const recent = !checkout && cartCount === 0 ? await viewRecentPurchase(ctx, null) : null
  return {
    checkout: checkout && receiptOf(checkout),
    cartCount,
    paid: (recent?.parts ?? []).map(({ id, number }) => ({ id, number })),
    cards: cards.map((card) => viewCard(card, ctx.now())),
    canSaveCard: cards.length < MOST_CARDS,
    billing: { ...billing, address: billingOf(billing.address) },
    secondsLeft: checkout ? Math.round((checkout.holdExpiresAt.getTime() - ctx.now().getTime()) / 1000) : 0,
    script: ctx.ports.payments.browser,
  }
}

const billingOf = (known: KnownAddress) => ({
  firstName: known.firstName,
  lastName: known.lastName,
  email: known.email,
  address: known.address,
  addressOne: known.addressOne,
  city: known.city,
  state: known.state,
  zip: known.zip,
})

/** Changes the tip, pays with a saved card, or redirects to the card provider's own payment page. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  const form = await readForm(request)
  if (form.get("intent") === TIP_INTENT)
    return submitForm(form, changeTipInput, async (tip) => replace(checkoutPage(await changeTip(ctx, tip))))
  return submitForm(form, payFormInput, async (input) => {
    const { phone, card, saveCard: _atProvider, shownCents, ...billing } = input
    if (phone !== undefined) await savePickupPhone(ctx, phone)
    const origin = new URL(request.url).origin
    const returnUrl = `${origin}/pay/return`
    const isSaved = card !== ANOTHER_CARD && form.get("intent") !== "hosted"
    const { url } = isSaved
      ? await payWithSavedCard(ctx, { cardId: card, billing, shownCents, returnUrl })
      : await startHostedCheckout(ctx, {
          billing,
          shownCents,
          successUrl: returnUrl,
          cancelUrl: `${origin}/pay`,
          address: context.get(clientAddressContext),
        })
    return redirect(url)
  })
}

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { checkout, billing, secondsLeft } = loaderData
  const answer: FormAnswer | undefined = actionData
  const card = useCardProvider(loaderData.script)
  if (!checkout) return <NothingHeld cartCount={loaderData.cartCount} paid={loaderData.paid} />
  return (
    <div className="stack">
      <h1>Payment</h1>
      <CheckoutSteps now="pay" isPickup={!checkout.deliverTo} />
      <PageToast message={answer?.toast} />
      <div className="cart">
        <aside className="stack">
          <PayReceipt checkout={checkout} answer={isAboutTip(answer) ? answer : undefined} />
          <HoldClock secondsLeft={secondsLeft} />
          <TestCardNotice script={loaderData.script} />
        </aside>
        <Card>
          <Elements
            stripe={card.stripe}
            options={{ mode: "payment", amount: checkout.totalCents, currency: "usd" }}
          >
            <PayForm
              billing={billing}
              deliverTo={checkout.deliverTo}
              totalCents={checkout.totalCents}
              phone={checkout.phone}
              cards={loaderData.cards}
              canSaveCard={loaderData.canSaveCard}
              answer={isAboutTip(answer) ? undefined : answer}
              card={card}
            />
          </Elements>
        </Card>
      </div>
      <RotateHint />
    </div>
  )
}

type NothingHeldProps = { cartCount: number; paid: { id: string; number: number }[] }

const AND = new Intl.ListFormat("en-US")

/** Shown if the order was just placed and Back led here, the hold expired, or the cart was cleared. */
function NothingHeld({ cartCount, paid }: NothingHeldProps) {
  const [first, ...others] = paid
  if (first)
    return (
      <div className="stack narrow">
        <h1>Payment</h1>
        <Notice kind="good">
          <p>
            {`${others.length > 0 ? `Your orders ${AND.format(paid.map(({ number }) => `${number}`))} are paid and placed.` : `Your order ${first.number} is paid and placed.`} There is nothing left to pay.`}
          </p>
          <LinkButton small to={others.length > 0 ? "/customer-orders" : `/order?OrderID=${first.id}`}>
            {others.length > 0 ? "View my orders" : "View my order"}
          </LinkButton>
        </Notice>
      </div>
    )
  if (cartCount === 0)
    return (
      <div className="stack narrow">
        <h1>Payment</h1>
        <EmptyState
          text="There are no items on your shopping cart, so there is nothing to pay"
          button={{ label: "Shop", to: "/home" }}
        />
      </div>
    )
  return (
    <div className="stack narrow">
      <h1>Payment</h1>
      <Notice kind="bad">
        <p>Your reservation expired, so a product may be out of stock. Nothing was charged.</p>
        <LinkButton small kind="plain" to="/shopping-cart">
          Go to Shopping Cart
        </LinkButton>
      </Notice>
    </div>
  )
}
