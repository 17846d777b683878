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
 * The + of a product, wherever it stands: it leads back to the page that it was pressed on, which says what became of it.
 * A page that stays as it is (`leadBack`) is only told.
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

/** Nobody comes here by a link. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
