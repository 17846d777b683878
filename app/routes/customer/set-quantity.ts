import { redirect } from "react-router"
import { z } from "zod"
import { leadBack } from "#app/forms/in-place.ts"
import { readForm } from "#app/forms/read-form.ts"
import { RETURN_FIELD, returnAddress } from "#app/forms/return-address.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { cartLineInput, changeQuantityInput } from "#core/cart/cart.ts"
import { removeLine } from "#core/cart/remove-from-cart.server.ts"
import { changeQuantity } from "#core/cart/update-cart.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Route } from "./+types/set-quantity.ts"

/** A quantity of 0 removes the line. */
const setQuantityInput = z.union([changeQuantityInput, cartLineInput.extend({ quantity: z.literal("0") })])

/** The − of a product, on any page: like the + (add-to-cart.ts), with the new quantity in the cart. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  const form = await readForm(request)
  const { page, place } = returnAddress(request, form.get(RETURN_FIELD))
  const answer = await submitForm(
    form,
    setQuantityInput,
    async ({ lineId, quantity }) => {
      if (quantity === "0") await removeLine(ctx, { lineId })
      else await changeQuantity(ctx, { lineId, quantity })
      return leadBack(form, place)
    },
    // The line was removed elsewhere in the meantime; the page shows that.
    { gone: () => redirect(page) },
  )
  if (answer instanceof Response || !answer.data || "inPlaceToast" in answer.data) return answer
  return leadBack(form, page, {
    text: answer.data.toast?.text ?? "This could not be changed.",
    kind: "error",
  })
}

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
