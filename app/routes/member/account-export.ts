import { redirect } from "react-router"
import { download } from "#app/forms/download.ts"
import { orRedirect } from "#app/forms/or-not-found.ts"
import { requirePerson } from "#app/guards/require-person.ts"
import { fetchExport } from "#core/privacy/grant-export.server.ts"
import type { Route } from "./+types/account-export.ts"

/** Returns the file, once after the password was entered. Other requests are redirected to the password form. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requirePerson(context)
  const file = await orRedirect("/account", fetchExport(ctx))
  if (!file) return redirect("/account")
  const day = ctx.now().toISOString().slice(0, 10)
  return download({
    name: `pushcart-account-${day}.json`,
    type: "application/json; charset=utf-8",
    body: JSON.stringify(file, null, 2),
  })
}
