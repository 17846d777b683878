import type { Context } from "#core/context.ts"
import type { ErrorCode } from "#core/errors.ts"
import { hashForEmail } from "#core/identity/hash-for-email.server.ts"
import type { ImageContainer } from "#core/ports/images.ts"
import { type DraftKind, keepDraftFile, saveDraft } from "#core/registration/drafts.server.ts"
import { renamingField } from "../problem.ts"

/** The error codes of registering as a seller or courier. */
export const APPLICANT_REJECTIONS = [
  "duplicate_email",
  "file_not_image",
  "file_too_large",
  "provider_down",
  "rate_limited",
  "idempotency_conflict",
] as const satisfies readonly ErrorCode[]

type Registered = { userId: string; confirmed: boolean }
type Application = {
  kind: Extract<DraftKind, "seller" | "deliverer">
  address: string
  account: { email: string; password: string }
  /** In the wizard's field names. */
  values: Record<string, string>
  files: readonly { field: string; container: ImageContainer; file: File }[]
  register(ctx: Context, secret: string | null): Promise<Registered>
}

/** Completes the registration wizard in one call: its draft, its files, its last step. */
export async function registerApplicant(ctx: Context, application: Application): Promise<Registered> {
  const { kind, address, account, values, files, register } = application
  const passwordHash = await hashForEmail(ctx, { ...account, address })
  const secret = await saveDraft(ctx, { kind, secret: null }, { reached: files.length, values, passwordHash })
  for (const { field, container, file } of files) {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const upload = { field, container, name: file.name, bytes, address }
    // An error about an image names the field of that image.
    await keepDraftFile(ctx, { kind, secret }, upload).catch(renamingField(() => field))
  }
  return register(ctx, secret)
}
