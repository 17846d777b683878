import { type ActionFunctionArgs, redirect } from "react-router"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { ROLES, type Role } from "#core/identity/roles.ts"
import { coreContext, sessionContext } from "../../context.ts"

/**
 * Signs out and redirects to the sign-in page of the role that was signed in. On a second click, when the session is
 * closed already, the form's role decides where to redirect, and nothing else.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const role = context.get(sessionContext).actor?.role ?? (await namedRole(request)) ?? "customer"
  const headers = new Headers()
  for (const cookie of await context.get(coreContext).ports.sessions.close(request))
    headers.append("Set-Cookie", cookie)
  // Clears the steps queued on this device, and the service worker, which the next page registers again.
  headers.set("Clear-Site-Data", '"storage"')
  return redirect(ROLE_PAGES[role].signIn, { headers })
}

async function namedRole(request: Request): Promise<Role | undefined> {
  const type = request.headers.get("Content-Type") ?? ""
  if (!type.startsWith("application/x-www-form-urlencoded")) return undefined
  const named = new URLSearchParams(await request.text()).get("role")
  return ROLES.find((role) => role === named)
}

/** For a typed or reloaded URL: a link must not sign people out. */
export const loader = () => redirect("/Welcome")
