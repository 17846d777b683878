import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router"
import type { z } from "zod"
import { coreContext, siteRulesContext } from "#app/context.ts"
import { formActions } from "#app/forms/form-actions.ts"
import { noInput } from "#app/forms/no-input.ts"
import { type SentForm, submitForm } from "#app/forms/submit-form.ts"
import { signIn } from "#app/identity/sign-in-action.ts"
import { nextPath } from "#app/identity/sign-in-return.ts"
import { setUnconfirmedEmail, unconfirmedEmail } from "#app/identity/unconfirmed-email.ts"
import { flash } from "#app/ui/flash.ts"
import type { Context } from "#core/context.ts"
import { hashForEmail } from "#core/identity/hash-for-email.server.ts"
import { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { viewOwnImages } from "#core/images/view-own-images.server.ts"
import { zipOfAddress } from "#core/places/find-zip.server.ts"
import type { ImageContainer } from "#core/ports/images.ts"
import {
  clearDraftFiles,
  type Draft,
  type DraftKind,
  readDraft,
  saveDraft,
} from "#core/registration/drafts.server.ts"
import { ownerAccountAgainInput, ownerAccountInput } from "#core/registration/registration-inputs.ts"
import { draftCookie, readDraftSecret } from "./draft-cookie.ts"
import { keepUploads } from "./keep-uploads.ts"

/**
 * A registration in steps: 1 the account, then the forms, then the images. The server stores the input, so reloading,
 * going back and a second tab lose nothing; the URL has the current step.
 */
export type RegistrationWizard = {
  /** The page that shows the wizard, at `?tab=register&step=…`. */
  kind: DraftKind
  /** The schemas of the steps between the account and the images. */
  forms: readonly z.ZodObject[]
  files: Readonly<Record<string, ImageContainer>>
  register(ctx: Context, secret: string | null): Promise<{ confirmed: boolean }>
}

const stepUrl = (wizard: RegistrationWizard, step: number) =>
  `${ROLE_PAGES[wizard.kind].signIn}?tab=register&step=${step}`

const isRegistering = (request: Request) => new URL(request.url).searchParams.get("tab") === "register"

export type LoadedPage = Awaited<ReturnType<typeof loadPage>>
export type Registration = Awaited<ReturnType<typeof loadRegistration>>

/** The data of the sellers' or couriers' page: the login, or the registration at its current step. */
export async function loadPage(args: LoaderFunctionArgs, wizard: RegistrationWizard) {
  const { request, context } = args
  return {
    registration: isRegistering(request) ? await loadRegistration(args, wizard) : null,
    next: nextPath(request),
    mailedTo: unconfirmedEmail(request, wizard.kind),
    demo: context.get(siteRulesContext).demoPeople,
  }
}

/** Logs in, or submits a step of the registration. */
export const submitPage = (args: ActionFunctionArgs, wizard: RegistrationWizard) =>
  isRegistering(args.request) ? submitRegistration(wizard)(args) : signIn(wizard.kind)(args)

/** The step, the input and the chosen files; never the password. */
async function loadRegistration(
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
  wizard: RegistrationWizard,
) {
  const secret = readDraftSecret(request, wizard.kind)
  const draft = await readDraft(context.get(coreContext), { kind: wizard.kind, secret })
  const step = stepIn(request, wizard, draft)
  if (wantedStep(request) > step) throw redirect(stepUrl(wizard, step))
  // Only the last step shows files.
  const chosen = step === wizard.forms.length + 2 ? Object.entries(draft?.files ?? {}) : []
  const ids = chosen.map(([, { imageId }]) => imageId)
  const urls = await viewOwnImages(context.get(coreContext), ids)
  const files = Object.fromEntries(
    chosen.map(([field, { name, imageId }]) => [field, { name, url: urls.get(imageId) ?? null }]),
  )
  return { step, values: { ...draft?.values }, files, keepsPassword: draft?.passwordHash != null }
}

/** Next, Back and Submit of a wizard. */
const submitRegistration = (wizard: RegistrationWizard) =>
  formActions("anyone", {
    next: [noInput, (ctx, _input, sent) => takeStep(ctx, wizard, sent, goOn)],
    back: [noInput, (ctx, _input, sent) => takeStep(ctx, wizard, sent, goBack)],
  })

async function takeStep<Answer>(
  ctx: Context,
  wizard: RegistrationWizard,
  { request, formData: form, address }: SentForm & { request: Request; address: string },
  take: (sent: Sent) => Promise<Answer>,
) {
  const secret = readDraftSecret(request, wizard.kind)
  const draft = await readDraft(ctx, { kind: wizard.kind, secret })
  const sent: Sent = {
    ctx,
    request,
    form,
    wizard,
    secret,
    draft,
    address,
    step: stepIn(request, wizard, draft),
  }
  // A second tab that submits after the first has finished gets the same response, and nothing is created twice.
  if (!draft && secret && wantedStep(request) === wizard.forms.length + 2) return finish(sent)
  if (wantedStep(request) > sent.step) return redirect(stepUrl(wizard, 1), { headers: flash(LEFT, "error") })
  return take(sent)
}

async function goOn(sent: Sent) {
  if (sent.step === 1) return saveAccount(sent)
  const schema = sent.wizard.forms[sent.step - 2]
  return schema ? saveForm(sent, schema) : finish(sent)
}

type Sent = {
  ctx: Context
  request: Request
  form: FormData
  wizard: RegistrationWizard
  secret: string | null
  draft: Draft | null
  address: string
  step: number
}

/** The step in the URL, but no later than the step that the draft has reached. */
function stepIn(request: Request, wizard: RegistrationWizard, draft: Draft | null): number {
  return Math.max(1, Math.min(wantedStep(request), draft?.step ?? 1, wizard.forms.length + 2))
}

function wantedStep(request: Request): number {
  const wanted = Number(new URL(request.url).searchParams.get("step") ?? 1)
  return Number.isInteger(wanted) ? wanted : 1
}

async function saveAccount(sent: Sent) {
  const { ctx, draft, address } = sent
  const schema = draft?.passwordHash ? ownerAccountAgainInput : ownerAccountInput
  return submitForm(sent.form, schema, async ({ password, confirmPassword: _, agree: __, ...account }) => {
    // Another email may be another person's: its password is required again.
    if (!password && account.email !== draft?.values.email)
      return redirect(stepUrl(sent.wizard, 1), {
        headers: flash("Please enter the password again with the new email.", "error"),
      })
    const passwordHash = password ? await hashForEmail(ctx, { ...account, password, address }) : undefined
    return saveAndGo(sent, { ...account, agree: "on" }, 2, passwordHash)
  })
}

const saveForm = (sent: Sent, schema: z.ZodObject) =>
  submitForm(sent.form, schema, async (input) => {
    const values = textsOf(Object.entries(input))
    const { zip, state } = values
    if (zip && state) await zipOfAddress(sent.ctx.db, { zip, state })
    return saveAndGo(sent, values, sent.step + 1)
  })

/** Saves the form's values, valid or not, and shows the previous step. */
async function goBack(sent: Sent) {
  const fields = sent.wizard.forms[sent.step - 2]?.shape
  if (!fields) await clearDraftFiles(sent.ctx, { kind: sent.wizard.kind, secret: sent.secret })
  const values = textsOf([...sent.form].filter(([name]) => fields && name in fields))
  return saveAndGo(sent, values, sent.step - 1)
}

async function saveAndGo(
  sent: Sent,
  values: Record<string, string>,
  next: number,
  passwordHash?: string | undefined,
) {
  const { ctx, request, wizard } = sent
  const owner = { kind: wizard.kind, secret: sent.secret }
  const reached = { reached: next, values, ...(passwordHash ? { passwordHash } : {}) }
  const secret = await saveDraft(ctx, owner, reached)
  return redirect(stepUrl(wizard, next), {
    headers: { "Set-Cookie": draftCookie(request, wizard.kind, secret) },
  })
}

/** A valid file stays chosen if another file is missing or rejected. */
async function finish(sent: Sent) {
  const { ctx, form, wizard, secret, draft, address } = sent
  // A second tab no longer has a draft; the first tab has already noted the email.
  const mailed = draft?.values.email && setUnconfirmedEmail(wizard.kind, draft.values.email)
  return keepUploads(
    form,
    ctx,
    { owner: { kind: wizard.kind, secret }, files: wizard.files, address },
    async () => {
      const { confirmed } = await wizard.register(ctx, secret)
      // The cookie stays, so that a second tab knows that this registration is finished.
      const headers = confirmed ? flash(WELCOME_BACK) : mailed ? { "Set-Cookie": mailed } : {}
      return redirect(ROLE_PAGES[wizard.kind].signIn, { headers })
    },
  )
}

const WELCOME_BACK = "Thank you for registering! You can log in now."
const LEFT = "Your registration expired. Please start again."

const textsOf = (entries: [string, unknown][]) =>
  Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === "string").map(clipped),
  )

const clipped = ([name, value]: [string, string]): [string, string] => [name, value.slice(0, 300)]
