import { redirect } from "react-router"
import { z } from "zod"
import { submitForm } from "#app/forms/submit-form.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { pageOfForm } from "#app/guards/require-role.ts"
import { addFavorite } from "#core/favorites/add-favorite.server.ts"
import { favoriteInput } from "#core/favorites/inputs.ts"
import { removeFavorite } from "#core/favorites/remove-favorite.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Route } from "./+types/favorites.ts"

const heartInput = favoriteInput.extend({
  favorite: z.enum(["add", "remove"]),
  /** The element to come back to. */
  at: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
})

/** The heart of a market, wherever it stands: it leads back to the page that it was pressed on. */
export function action({ request, url, context }: Route.ActionArgs) {
  const ctx = requireContext(context, "customer")
  return submitForm(request, heartInput, async ({ marketId, favorite, at }) => {
    await (favorite === "add" ? addFavorite : removeFavorite)(ctx, { marketId })
    const page = pageOfForm(request, url) ?? ROLE_PAGES.customer.dashboard
    // With JavaScript the page stays where it is, which a fragment would change.
    const isByScript = new URL(request.url).pathname.endsWith(".data")
    return redirect(at && !isByScript ? `${page}#${at}` : page)
  })
}

/** Nobody comes here by a link. */
export function loader() {
  return redirect(ROLE_PAGES.customer.dashboard)
}
