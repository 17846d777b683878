import type { z } from "zod"
import type { Context } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import type { Transaction } from "#db/client.ts"
import { addRole } from "./add-role.server.ts"
import { type Draft, type DraftKind, draftScope, finishDraft, lockDraft } from "./drafts.server.ts"
import { samePictureFaults, throwFaults } from "./picture-faults.ts"
import type { PaperName } from "./registration-inputs.ts"

type Account = { firstName: string; lastName: string; email: string }

type Registration<S extends z.ZodType<Account>, F extends PaperName> = {
  kind: DraftKind
  /** All answers of the wizard; the password is not among them. */
  schema: S
  files: readonly F[]
  /** Adds the role's own profile, in the same transaction. */
  addProfile(tx: Transaction, userId: string, values: z.output<S>, images: Record<F, string>): Promise<void>
}

/**
 * Finishes a registration wizard: what its draft holds becomes a person with a role and a profile, once, however
 * often the last step is sent. Throws `invalid` when the draft ran out, lacks an answer or has one picture twice,
 * `duplicate_email` (the draft stays as it is).
 */
export async function registerFromDraft<S extends z.ZodType<Account>, F extends PaperName>(
  ctx: Context,
  registration: Registration<S, F>,
  secret: string | null,
): Promise<{ userId: string; confirmed: boolean }> {
  const { kind } = registration
  if (!secret) throw ranOut()
  const keyed = { scope: draftScope(secret), command: `register ${kind}`, key: "finish", request: null }
  return once(ctx, keyed, async (tx) => {
    const draft = await lockDraft(tx, ctx.now(), { kind, secret })
    if (!draft?.passwordHash) throw ranOut()
    const values = registration.schema.safeParse(draft.values)
    if (!values.success) throw incomplete()
    const { firstName, lastName, email } = values.data
    const { passwordHash } = draft
    const person = await addRole(tx, ctx.now(), { role: kind, firstName, lastName, email, passwordHash })
    const images = imagesOf(draft, registration.files)
    await registration.addProfile(tx, person.userId, values.data, images)
    await finishDraft(tx, draft, person.userId)
    return person
  })
}

function imagesOf<F extends PaperName>({ files }: Draft, fields: readonly F[]): Record<F, string> {
  const entries = fields.map((field) => {
    const file = files[field]
    if (!file) throw new DomainError("invalid", FILE_REQUIRED, field)
    return [field, file] as const
  })
  throwFaults(samePictureFaults(entries.map(([field, { digest }]) => [field, digest] as const)))
  return Object.fromEntries(entries.map(([field, { imageId }]) => [field, imageId])) as Record<F, string>
}

/** Said next to a file that was not chosen. */
export const FILE_REQUIRED = "Choose a picture."

const ranOut = () =>
  new DomainError("invalid", "Your registration was left for too long and is gone. Please begin again.")

const incomplete = () =>
  new DomainError("invalid", "An answer of an earlier step is missing. Go back and check each step.")
