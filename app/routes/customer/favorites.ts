import { redirect } from "react-router"
import { z } from "zod"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { addFavorite } from "#core/favorites/add-favorite.server.ts"
import { favoriteInput } from "#core/favorites/inputs.ts"
import { removeFavorite } from "#core/favorites/remove-favorite.server.ts"
import { ownPath } from "#core/identity/own-path.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Route } from "./+types/favorites.ts"

const heartInput = favoriteInput.extend({
  favorite: z.enum(["add", "remove"]),
  /** Where the heart stands. */
  page: z.string().optional().transform(ownPath),
})

/** The heart of a market, wherever it stands: it leads back to there. */
export function action({ request, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  return submitForm(request, heartInput, async ({ marketId, favorite, page }) => {
    await (favorite === "add" ? addFavorite : removeFavorite)(ctx, { marketId })
    const back = page ?? ROLE_PAGES.customer.dashboard
    // With JavaScript the page stays where it is, which a fragment would change.
    const isByScript = new URL(request.url).pathname.endsWith(".data")
    return redirect(isByScript ? back.replace(/#.*/, "") : back)
  })
}

/** Nobody comes here by a link. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
