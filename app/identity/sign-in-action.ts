import { redirect } from "react-router"
import { passkeySite } from "#app/account/passkey-site.ts"
import { addFromForm, addFromTile } from "#app/catalog/add-from-form.ts"
import { addedToast } from "#app/catalog/added-toast.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { FORGET_FORM, isAdding, type KeptForm, keptForm } from "#app/forms/kept-form.ts"
import { flash, flashToast } from "#app/ui/flash.ts"
import type { Context, CustomerContext, PersonInRole } from "#core/context.ts"
import { checkCredentials } from "#core/identity/check-credentials.server.ts"
import { signInInput } from "#core/identity/inputs.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import type { Role } from "#core/identity/roles.ts"
import { passkeyAnswerInput } from "#core/passkeys/passkey-inputs.ts"
import { signInWithPasskey } from "#core/passkeys/sign-in-with-passkey.server.ts"
import { nextPath } from "./sign-in-return.ts"
import { CLEAR_UNCONFIRMED_EMAIL, unconfirmedEmail } from "./unconfirmed-email.ts"

/**
 * The action of a sign-in page, which sets the role of the session. Redirects to the page that the person was going to,
 * with the form that they submitted when their session had expired.
 */
export const signIn = (role: Role) =>
  formActions("anyone", {
    passkey: [
      passkeyAnswerInput,
      async (ctx, { answer }, { request, address }) => {
        const site = passkeySite(request)
        return openSession(ctx, request, await signInWithPasskey(ctx, { answer, role, site, address }))
      },
    ],
    password: [
      signInInput,
      async (ctx, input, { request, address }) => {
        const device = ctx.ports.sessions.device(request)
        return openSession(ctx, request, await checkCredentials(ctx, { ...input, role, address, device }))
      },
    ],
  })

async function openSession(ctx: Context, request: Request, person: PersonInRole): Promise<Response> {
  const answer = await leadBack(ctx, request, person)
  for (const cookie of await ctx.ports.sessions.open(request, person))
    answer.headers.append("Set-Cookie", cookie)
  if (unconfirmedEmail(request, person.role)) answer.headers.append("Set-Cookie", CLEAR_UNCONFIRMED_EMAIL)
  return answer
}

async function leadBack(ctx: Context, request: Request, person: PersonInRole): Promise<Response> {
  const { role, userId } = person
  const next = nextPath(request)
  if (!next) return redirect(ROLE_PAGES[role].signedIn)
  const kept = keptForm(request)
  if (kept?.path !== next) return redirect(next)
  const added = role === "customer" && (await finishAdding({ ...ctx, actor: { role, userId } }, kept))
  return added || redirect(next, { headers: flash(SEND_AGAIN, "error") })
}

/** Adds the product of the stored form to the cart; null if it is another form, or the product is not available. */
async function finishAdding(ctx: CustomerContext, kept: KeptForm): Promise<Response | null> {
  if (!isAdding(kept)) return null
  const { path, action, fields } = kept
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const [page, query] = path.split("?")
  const answer =
    action === page
      ? await addFromForm(ctx, form, new URLSearchParams(query))
      : await addFromTile(ctx, form, path)
  const back = "added" in answer ? redirect(path, { headers: flashToast(addedToast(answer.added)) }) : answer
  if (!(back instanceof Response)) return null
  back.headers.append("Set-Cookie", FORGET_FORM)
  return back
}

const SEND_AGAIN = "You were signed out before this was saved. Check it and send it again."
