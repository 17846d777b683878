import { redirect } from "react-router"
import { submitForm } from "#app/forms/submit-form.ts"
import { flash, flashToast } from "#app/ui/flash.ts"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { addToCartInput } from "#core/cart/cart.ts"
import type { CustomerContext } from "#core/context.ts"
import { addedToast } from "./added-toast.ts"
import { marketAddress } from "./market-address.ts"

/** Adds the product in the form to the cart and redirects to the market, scrolled to where the customer was. */
export const addFromForm = (ctx: CustomerContext, sent: Request | FormData, params: URLSearchParams) =>
  submitForm(sent, addToCartInput, async (input, { idempotencyKey }) => {
    const added = await addToCart(ctx, input, idempotencyKey)
    const market = marketAddress(added.marketId, params)
    return redirect(`${market}#product-${input.productId}`, { headers: flashToast(addedToast(added)) })
  })

/** Adds one unit of a product from a tile's + button. If the product is no longer sold, the same page reports it. */
export const addFromTile = (ctx: CustomerContext, sent: FormData, page: string) =>
  submitForm(
    sent,
    addToCartInput,
    async (input, { idempotencyKey }) => ({ added: await addToCart(ctx, input, idempotencyKey) }),
    { gone: () => redirect(page, { headers: flash("This product is no longer sold.", "error") }) },
  )
