import { type ActionFunctionArgs, redirect } from "react-router"
import { checkCredentials } from "#core/accounts/check-credentials.server.ts"
import { signInInput } from "#core/accounts/inputs.ts"
import { ROLE_PAGES } from "#core/accounts/role-pages.ts"
import type { Role } from "#core/context.ts"
import { clientAddressContext, coreContext } from "../context.ts"
import { submitForm } from "../forms/submit-form.ts"

/** The action of a sign-in page: the page decides the role that the session is bound to. */
export const signIn = (role: Role, { request, context }: ActionFunctionArgs) =>
  submitForm(request, signInInput, async (input) => {
    const ctx = context.get(coreContext)
    const address = context.get(clientAddressContext)
    const person = await checkCredentials(ctx, { ...input, role, address })
    const headers = new Headers()
    for (const cookie of await ctx.ports.sessions.open(request, person)) headers.append("Set-Cookie", cookie)
    return redirect(ROLE_PAGES[role].signedIn, { headers })
  })
