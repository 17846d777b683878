import type { z } from "zod"
import { DomainError } from "#core/errors.ts"
import type { Keyed } from "#core/idempotency.server.ts"
import type { Transaction } from "#db/client.ts"
import { type Draft, type DraftOwner, draftScope, lockRegistrationDraft } from "./drafts.server.ts"
import { sameImageFaults, throwFaults } from "./image-faults.ts"
import type { DocumentName } from "./registration-inputs.ts"

/**
 * Locks a wizard's draft and returns its complete content: all answers but the password, the password's hash, and the
 * id of each image.
 * @throws `invalid` when the draft expired, lacks an answer, or has one image twice.
 */
export async function completeDraft<S extends z.ZodType, F extends DocumentName>(
  tx: Transaction,
  now: Date,
  owner: DraftOwner,
  wanted: { answers: S; files: Readonly<Record<F, unknown>> },
): Promise<{ draft: Draft; values: z.output<S>; passwordHash: string; images: Record<F, string> }> {
  const draft = await lockRegistrationDraft(tx, now, owner)
  if (!draft?.passwordHash) throw ranOut()
  const values = wanted.answers.safeParse(draft.values)
  if (!values.success) throw incomplete()
  const images = imagesOf(draft, Object.keys(wanted.files) as F[])
  return { draft, values: values.data, passwordHash: draft.passwordHash, images }
}

/** The idempotency key that completes a registration once, no matter how often the wizard's last step is sent. */
export function finishOnce({ kind, secret }: DraftOwner): Keyed {
  if (!secret) throw ranOut()
  return { scope: draftScope(secret), command: `register ${kind}`, key: "finish", request: null }
}

function imagesOf<F extends DocumentName>({ files }: Draft, fields: readonly F[]): Record<F, string> {
  const entries = fields.map((field) => {
    const file = files[field]
    if (!file) throw new DomainError("invalid", FILE_REQUIRED, field)
    return [field, file] as const
  })
  throwFaults(sameImageFaults(entries.map(([field, { digest }]) => [field, digest] as const)))
  return Object.fromEntries(entries.map(([field, { imageId }]) => [field, imageId])) as Record<F, string>
}

/** Shown next to a file field if no file was chosen. */
export const FILE_REQUIRED = "Choose a photo."

const ranOut = () => new DomainError("invalid", "Your registration expired. Please start again.")

const incomplete = () =>
  new DomainError("invalid", "Something is missing from an earlier step. Go back and check each step.")
