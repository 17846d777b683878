import { data, Form as PlainForm, redirect, replace, useLocation } from "react-router"
import { CartLineCard } from "#app/cart/cart-line-card.tsx"
import { MarketTimes } from "#app/cart/market-times.tsx"
import { ProceedForm } from "#app/cart/proceed-form.tsx"
import { checkoutPage } from "#app/checkout/checkout-page.ts"
import { askOrNull } from "#app/forms/ask.ts"
import { readForm } from "#app/forms/read-form.ts"
import { type FormAnswer, submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Dialog, dialogHref } from "#app/ui/dialog.tsx"
import { flash } from "#app/ui/flash.ts"
import { IdempotencyKey } from "#app/ui/form.tsx"
import { EmptyState, Notice } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { changeQuantity } from "#core/cart/change-quantity.server.ts"
import { chooseFulfilment } from "#core/cart/choose-fulfilment.server.ts"
import { chooseWindow } from "#core/cart/choose-window.server.ts"
import { clearCart } from "#core/cart/clear-cart.server.ts"
import {
  addToCartInput,
  cartLineInput,
  changeQuantityInput,
  chooseWindowInput,
  fulfilmentInput,
  proceedInput,
} from "#core/cart/inputs.ts"
import { proceed } from "#core/cart/proceed.server.ts"
import { removeLine } from "#core/cart/remove-line.server.ts"
import { viewCartPage } from "#core/cart/view-cart-page.server.ts"
import { viewProduct } from "#core/catalog/view-product.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Route } from "./+types/shopping-cart.ts"

export const meta: Route.MetaFunction = () => [{ title: "Shopping List — Pushcart" }]

/** A rejection says that the cart is not what the page shows: the page has to show the new one beside it. */
export const shouldRevalidate = () => true

export async function loader({ url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  return { ...(await viewCartPage(ctx)), removed: await removedLine(ctx, url.searchParams) }
}

/** What was taken out just now, as the address tells; null where it is not sold any more. */
async function removedLine(ctx: CustomerContext, params: URLSearchParams) {
  const line = addToCartInput.safeParse({
    productId: params.get("removed"),
    size: params.get("size") ?? "",
    quantity: params.get("quantity"),
  })
  if (!line.success) return null
  const product = await askOrNull(viewProduct(ctx, line.data.productId))
  return product && { ...line.data, productName: product.name }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  const form = await readForm(request)
  switch (form.get("intent")) {
    case "change":
      return submitForm(form, changeQuantityInput, (input) => changeQuantity(ctx, input), {
        gone: cartAsItIs,
      })
    case "update":
      return submitForm(form, changeQuantityInput, (input) => changeQuantity(ctx, input).then(theCart), {
        gone: cartAsItIs,
      })
    case "remove":
      return submitForm(form, cartLineInput, async (input) => {
        await removeLine(ctx, input)
        return replace(withUndo(form))
      })
    case "undo":
      return submitForm(form, addToCartInput, (input, { idempotencyKey }) =>
        addToCart(ctx, input, idempotencyKey).then(theCart),
      )
    case "choose":
      return submitForm(form, fulfilmentInput, (input) => chooseFulfilment(ctx, input).then(theCart))
    case "window":
      return submitForm(form, chooseWindowInput, (input) => chooseWindow(ctx, input).then(theCart), {
        gone: cartAsItIs,
      })
    case "clear":
      return clearCart(ctx).then(theCart)
    case "proceed":
      return submitForm(form, proceedInput, async (input) => {
        if (input.fulfilment === "pickup")
          return redirect(checkoutPage(await startCheckout(ctx, { seen: input })))
        await proceed(ctx, input)
        return redirect("/ship-to")
      })
    default:
      throw data(null, { status: 400 })
  }
}

/** The cart, with what was taken out: the page offers to put it back. */
function withUndo(form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? "")
  const line = { removed: text("productId"), size: text("size"), quantity: text("quantity") }
  return `/shopping-cart?${new URLSearchParams(line)}`
}

/** Not the cart itself, since Back would have the browser send the form again. */
const theCart = () => replace("/shopping-cart")

/** The line was taken out in another tab: the cart itself tells the rest. */
const cartAsItIs = () =>
  redirect("/shopping-cart", { headers: flash("This is no longer in your cart.", "error") })

export default function ShoppingCart({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, times, removed } = loaderData
  const answer = actionData && "lastResult" in actionData ? (actionData as FormAnswer) : undefined
  return (
    <div className="stack">
      <h1>Shopping List</h1>
      <PageToast message={answer?.toast} />
      {removed && <Undo removed={removed} />}
      {cart.lines.length === 0 ? (
        <EmptyState text="There are no items on your shopping cart" button={{ label: "Shop", to: "/home" }} />
      ) : (
        <div className="cart">
          <div className="stack">
            <ul className="stack">
              {cart.lines.map((line) => (
                <CartLineCard key={line.id} line={line} />
              ))}
            </ul>
            <MarketTimes cart={cart} times={times} answer={answer} />
            <ClearCart />
          </div>
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

/** Under the list, where nobody presses it by accident, and only after a question. */
function ClearCart() {
  const { search } = useLocation()
  return (
    <>
      <p>
        <LinkButton kind="plain" small to={dialogHref(search, "clear")} preventScrollReset>
          Clear Cart
        </LinkButton>
      </p>
      <Dialog name="clear" title="Clear the cart?">
        <p>Everything in your cart is taken out.</p>
        <div className="split">
          <PlainForm method="post" action="/shopping-cart">
            <Button kind="danger" name="intent" value="clear">
              Clear Cart
            </Button>
          </PlainForm>
          <LinkButton kind="plain" to={dialogHref(search, null)} preventScrollReset replace>
            Keep it
          </LinkButton>
        </div>
      </Dialog>
    </>
  )
}

type Removed = NonNullable<Route.ComponentProps["loaderData"]["removed"]>

/** What was removed can be put back, with or without JavaScript. */
function Undo({ removed }: { removed: Removed }) {
  const { productId, size, quantity, productName } = removed
  return (
    <Notice kind="info" role="status">
      <PlainForm method="post" action="/shopping-cart" className="split-start">
        <p>{productName} was removed from your cart.</p>
        <IdempotencyKey />
        <input type="hidden" name="productId" value={productId} />
        <input type="hidden" name="size" value={size} />
        <input type="hidden" name="quantity" value={quantity} />
        <Button small kind="plain" name="intent" value="undo">
          Undo
        </Button>
      </PlainForm>
    </Notice>
  )
}
