import { redirect } from "react-router"
import { orNotFound } from "#app/forms/or-not-found.ts"
import { requireContext } from "#app/guards/require-context.ts"
import { openImage } from "#core/images/open-image.server.ts"
import type { Route } from "./+types/image.ts"

/** Redirects an admin to a short-lived link to an image, and logs the view if the image is private. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const url = await orNotFound(openImage(requireContext(context, "admin"), params.id))
  return redirect(url, { headers: { "Cache-Control": "no-store" } })
}
