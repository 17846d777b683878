import { data, Form as PlainForm, redirect } from "react-router"
import { readForm } from "#app/forms/read-form.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { CartLineCard } from "#app/till/cart-line-card.tsx"
import { ProceedForm } from "#app/till/proceed-form.tsx"
import { tillPage } from "#app/till/till-page.ts"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { flash } from "#app/ui/flash.ts"
import { EmptyState } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { changeQuantity } from "#core/cart/change-quantity.server.ts"
import { clearCart } from "#core/cart/clear-cart.server.ts"
import { cartLineInput, changeQuantityInput, proceedInput } from "#core/cart/inputs.ts"
import { proceed } from "#core/cart/proceed.server.ts"
import { removeLine } from "#core/cart/remove-line.server.ts"
import { viewCart } from "#core/cart/view-cart.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { Route } from "./+types/shopping-cart.ts"

export const meta: Route.MetaFunction = () => [{ title: "Shopping List — Pushcart" }]

/** A refusal says that the cart is not what the page shows: the page has to show the new one beside it. */
export const shouldRevalidate = () => true

export async function loader({ context }: Route.LoaderArgs) {
  return { cart: await viewCart(requireContext(context, "customer")) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  const form = await readForm(request)
  switch (form.get("intent")) {
    case "change":
      return submitForm(form, changeQuantityInput, (input) => changeQuantity(ctx, input), {
        gone: cartAsItIs,
      })
    case "remove":
      return submitForm(form, cartLineInput, (input) => removeLine(ctx, input))
    case "clear":
      await clearCart(ctx)
      return redirect("/shopping-cart")
    case "proceed":
      return submitForm(form, proceedInput, async (input) => {
        if (input.fulfilment === "pickup")
          return redirect(tillPage(await startCheckout(ctx, { seen: input })))
        await proceed(ctx, input)
        return redirect("/ship-to")
      })
    default:
      throw data(null, { status: 400 })
  }
}

/** The line was taken out in another tab: the cart itself tells the rest. */
const cartAsItIs = () =>
  redirect("/shopping-cart", { headers: flash("This is no longer in your cart.", "error") })

export default function ShoppingCart({ loaderData: { cart }, actionData }: Route.ComponentProps) {
  const answer = actionData && "lastResult" in actionData ? (actionData as FormAnswer) : undefined
  return (
    <div className="stack">
      <div className="split">
        <h1>Shopping List</h1>
        {cart.lines.length > 0 && (
          <PlainForm method="post">
            <Button kind="danger" small name="intent" value="clear">
              Clear Cart
            </Button>
          </PlainForm>
        )}
      </div>
      <PageToast message={answer?.toast} />
      {cart.lines.length === 0 ? (
        <EmptyState text="There are no items on your shopping cart" button={{ label: "Shop", to: "/home" }} />
      ) : (
        <div className="cart">
          <ul className="stack">
            {cart.lines.map((line) => (
              <CartLineCard key={line.id} line={line} />
            ))}
          </ul>
          <aside>
            <Card className="stack">
              <ProceedForm cart={cart} answer={answer} />
              <p className="soft">All sales are final</p>
            </Card>
          </aside>
        </div>
      )}
    </div>
  )
}
