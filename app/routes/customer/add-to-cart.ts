import { redirect } from "react-router"
import { addFromTile } from "#app/catalog/add-from-form.ts"
import { addedToast } from "#app/catalog/added-toast.ts"
import { leadBack } from "#app/forms/in-place.ts"
import { readForm } from "#app/forms/read-form.ts"
import { RETURN_FIELD, returnAddress } from "#app/forms/return-address.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Route } from "./+types/add-to-cart.ts"

/**
 * The + of a product, on any page: redirects to the page that it was pressed on, with the result in a toast. A page
 * that updates in place gets the toast as data (`leadBack`).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  const form = await readForm(request)
  const { page, place } = returnAddress(request, form.get(RETURN_FIELD))
  const answer = await addFromTile(ctx, form, page)
  if (answer instanceof Response) return answer
  if ("added" in answer) return leadBack(form, place, addedToast(answer.added))
  const text =
    answer.data?.toast?.text ?? "This could not be added. Open the product to choose what you want."
  return leadBack(form, page, { text, kind: "error" })
}

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
