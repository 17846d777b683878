import { bytesOf, chosenFile } from "#app/forms/chosen-file.ts"
import { noInput } from "#app/forms/no-input.ts"
import { submitForm } from "#app/forms/submit-form.ts"
import type { Context } from "#core/context.ts"
import type { ImageContainer } from "#core/ports/images.ts"
import { FILE_REQUIRED } from "#core/registration/complete-draft.server.ts"
import {
  type DraftOwner,
  type DraftUpload,
  keepDraftFile,
  readDraft,
} from "#core/registration/drafts.server.ts"
import { fileFault, throwFaults } from "#core/registration/image-faults.ts"

type Uploads = {
  owner: DraftOwner
  files: Readonly<Record<string, ImageContainer>>
  /** The page of the form. */
  address: string
}

/**
 * The last step of a wizard: checks every file's content and saves it with the draft, reports each error at its own
 * field, and calls `done` when all files are there.
 */
export const keepUploads = <R>(
  form: FormData,
  ctx: Context,
  { owner, files, address }: Uploads,
  done: () => Promise<R>,
) =>
  submitForm(
    form,
    noInput,
    async (_input, { formData }) => {
      const rejected: Record<string, string | null> = {}
      for (const [field, container] of Object.entries(files))
        rejected[field] = await keepOne(
          ctx,
          owner,
          { field, container, address },
          chosenFile(formData, field),
        )
      const draft = await readDraft(ctx, owner)
      const faults: Record<string, string> = {}
      for (const field of Object.keys(files)) {
        // Without a draft the registration is finished or expired; `done` finds out which.
        const missing = draft && !(field in draft.files) ? FILE_REQUIRED : null
        const fault = rejected[field] ?? missing
        if (fault) faults[field] = fault
      }
      throwFaults(faults)
      return done()
    },
    { mark: { duplicate_email: [] } },
  )

async function keepOne(
  ctx: Context,
  owner: DraftOwner,
  of: Pick<DraftUpload, "field" | "container" | "address">,
  file: File | null,
): Promise<string | null> {
  if (!file) return null
  try {
    const bytes = await bytesOf(file)
    await keepDraftFile(ctx, owner, { ...of, name: file.name, bytes })
    return null
  } catch (error) {
    return fileFault(error)
  }
}
