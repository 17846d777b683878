import { redirect, replace } from "react-router"
import { CartForm, useCartForm } from "#app/cart/cart-form.tsx"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { countText } from "#core/count-text.ts"
import "#app/cart/shopping-cart.css"
import { CartMarketCard } from "#app/cart/cart-market-card.tsx"
import { CartSum } from "#app/cart/cart-sum.tsx"
import { ClearCart } from "#app/cart/clear-cart.tsx"
import { PickupPhone } from "#app/cart/pickup-phone.tsx"
import { SavedList } from "#app/cart/saved-list.tsx"
import { TipChoice } from "#app/cart/tip-choice.tsx"
import { type Removed, UndoRemoval } from "#app/cart/undo-removal.tsx"
import { customerPlace } from "#app/catalog/customer-place.ts"
import { checkoutPage } from "#app/checkout/checkout-page.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { flash } from "#app/ui/flash.ts"
import { EmptyState } from "#app/ui/states.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import {
  cartLineInput,
  cartMarketInput,
  changeQuantityInput,
  chooseInput,
  fulfilmentInput,
  type ProceedInput,
  proceedInput,
  removalInput,
  savedLineInput,
  updateCartInput,
} from "#core/cart/cart.ts"
import { proceed } from "#core/cart/proceed.server.ts"
import { clearCart, listRemoved, putBack, removeLine } from "#core/cart/remove-from-cart.server.ts"
import { moveToCart, removeSaved, saveForLater } from "#core/cart/saved-items.server.ts"
import { deliveriesIn } from "#core/cart/tip.ts"
import { changeQuantity, chooseFulfilment, updateCart } from "#core/cart/update-cart.server.ts"
import { type CartPage, viewCartPage } from "#core/cart/view-cart.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Route } from "./+types/shopping-cart.ts"

export const meta: Route.MetaFunction = () => [{ title: "Shopping List — Pushcart" }]

/** A rejection means that the page's cart is outdated: the page has to show the new one next to the message. */
export const shouldRevalidate = () => true

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = requireContext(context, "customer")
  const searched = await customerPlace(ctx, request)
  return { ...(await viewCartPage(ctx, searched)), removed: await readRemoved(ctx, url.searchParams) }
}

/** The items just removed, which the URL names; null if they were restored or no longer can be. */
async function readRemoved(ctx: CustomerContext, params: URLSearchParams): Promise<Removed | null> {
  const removalId = params.get("removed")
  const lines = removalId ? await listRemoved(ctx, { removalId }) : []
  const [first] = lines
  if (!removalId || !first) return null
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const what = lines.length === 1 ? first.productName : countText(count, "item")
  return { removalId, what, isOne: lines.length === 1, from: first.wasSaved ? "saved" : "cart" }
}

const gone = () => redirect(CART, { headers: flash("This is no longer in your cart.", "error") })
const unsold = () => redirect(CART, { headers: flash("This is no longer sold.", "error") })

export const action = formActions("customer", {
  change: [
    changeQuantityInput,
    (ctx, input) => changeQuantity(ctx, input).then((line) => Response.json(line)),
    { gone },
  ],
  update: [updateCartInput, (ctx, input) => updateCart(ctx, input).then(theCart), { gone }],
  window: [updateCartInput, (ctx, input) => updateCart(ctx, input).then(theCart), { gone }],
  note: [
    updateCartInput,
    async (ctx, input) => {
      await updateCart(ctx, input)
      return replace(CART, { headers: flash("Your note is saved.") })
    },
    { gone },
  ],
  ask: [updateCartInput, (ctx, input) => updateCart(ctx, input).then(() => Response.json(null)), { gone }],
  choose: [fulfilmentInput, (ctx, input) => chooseFulfilment(ctx, input).then(() => Response.json(input))],
  show: [chooseInput, (ctx, input) => updateCart(ctx, input).then(theCart), { gone }],
  method: [updateCartInput, (ctx, input) => updateCart(ctx, input).then(theCart), { gone }],
  remove: [cartLineInput, (ctx, input) => removeLine(ctx, input).then((removal) => withUndo(removal))],
  clear: [noInput, (ctx) => clearCart(ctx).then((removal) => withUndo(removal))],
  undo: [removalInput, (ctx, input) => putBack(ctx, input).then(theCart)],
  save: [cartLineInput, (ctx, input) => saveForLater(ctx, input).then(theCart)],
  "save-market": [cartMarketInput, (ctx, input) => saveForLater(ctx, input).then(theCart)],
  "to-cart": [savedLineInput, (ctx, input) => moveToCart(ctx, input).then(theCart), { gone: unsold }],
  unsave: [
    savedLineInput,
    (ctx, input) => removeSaved(ctx, input).then((removal) => withUndo(removal, "#undo")),
  ],
  proceed: [proceedInput, (ctx, input, { request }) => goOn(ctx, input, request), { gone }],
})

/** Ship To asks for the address, if any market delivers. */
async function goOn(ctx: CustomerContext, input: ProceedInput, request: Request) {
  const wanted = [input.fulfilment, ...Object.values(input.fulfilments)]
  const searched = wanted.includes("delivery") ? await customerPlace(ctx, request) : null
  const cart = await proceed(ctx, input, searched)
  return redirect(cart.view.delivers ? "/ship-to" : checkoutPage(await startCheckout(ctx, { cart })))
}

const CART = "/shopping-cart"

/** A redirect: if a POST returned the page itself, Back would make the browser send the form again. */
const theCart = () => replace(CART)

/** Redirects to the cart with an offer to undo the removal, scrolled to `place`, a fragment of the page. */
const withUndo = (removal: { removalId: string } | null, place = "") =>
  replace(removal ? `${CART}?removed=${removal.removalId}${place}` : CART)

export default function ShoppingCart({ loaderData, actionData }: Route.ComponentProps) {
  const { removed, ...page } = loaderData
  const answer = actionData && "lastResult" in actionData ? (actionData as FormAnswer) : undefined
  return (
    <div className="stack">
      <h1>Shopping List</h1>
      <PageToast message={answer?.toast} />
      {removed?.from === "cart" && <UndoRemoval removed={removed} />}
      {page.cart.lines.length === 0 ? (
        <EmptyState text="There are no items on your shopping cart" button={{ label: "Shop", to: "/home" }} />
      ) : (
        <FullCart page={page} answer={answer} />
      )}
      {removed?.from === "saved" && (
        <div id="undo">
          <UndoRemoval removed={removed} />
        </div>
      )}
      <SavedList saved={page.saved} />
    </div>
  )
}

function FullCart({ page, answer }: { page: CartPage; answer: FormAnswer | undefined }) {
  const { cart, estimate } = page
  const form = useCartForm(cart, answer)
  const errors = form[0].allErrors
  const pickups = cart.markets.filter(({ fulfilment }) => fulfilment === "pickup").length
  return (
    <div className="cart-page">
      <div className="stack cart-list">
        <CartForm cart={cart} estimate={estimate} form={form} />
        {cart.markets.map((market) => (
          <CartMarketCard key={market.id} market={market} page={page} errors={errors} />
        ))}
        {deliveriesIn(cart) > 0 && (
          <TipChoice
            tip={cart.tip}
            estimate={estimate}
            deliveries={deliveriesIn(cart)}
            errors={errors}
            answer={answer}
          />
        )}
        {pickups > 0 && <PickupPhone phone={cart.phone} markets={pickups} errors={errors.phone} />}
        <ClearCart />
      </div>
      <CartSum cart={cart} estimate={estimate} />
    </div>
  )
}
