import { type ActionFunctionArgs, redirect } from "react-router"
import { ROLE_PAGES } from "#core/accounts/role-pages.ts"
import { coreContext, sessionContext } from "../../context.ts"

/** Signs out and leads to the sign-in page of the role that was signed in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const role = context.get(sessionContext).actor?.role ?? "customer"
  const headers = new Headers()
  for (const cookie of await context.get(coreContext).ports.sessions.close(request))
    headers.append("Set-Cookie", cookie)
  return redirect(ROLE_PAGES[role].signIn, { headers })
}

/** Someone who typed or reloaded the address: a link must not sign people out. */
export const loader = () => redirect("/Welcome")
