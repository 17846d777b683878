import { redirect } from "react-router"
import { z } from "zod"
import { RETURN_FIELD, returnAddress } from "#app/forms/return-address.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { addFavorite } from "#core/favorites/add-favorite.server.ts"
import { favoriteInput } from "#core/favorites/inputs.ts"
import { removeFavorite } from "#core/favorites/remove-favorite.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Route } from "./+types/favorites.ts"

const heartInput = favoriteInput.extend({
  favorite: z.enum(["add", "remove"]),
})

/** The heart of a market, on any page: redirects to the page that it was pressed on. */
export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  return submitForm(request, heartInput, async ({ marketId, favorite }, { formData }) => {
    await (favorite === "add" ? addFavorite : removeFavorite)(ctx, { marketId })
    return redirect(returnAddress(request, formData.get(RETURN_FIELD)).place)
  })
}

/** No link leads here: a GET request comes from a typed or reloaded URL. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
