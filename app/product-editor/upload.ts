import { bytesOf, chosenFiles } from "#app/forms/chosen-file.ts"
import { DomainError, type ErrorCode } from "#core/errors.ts"

const TOLD_AT_THE_FIELD: readonly ErrorCode[] = [
  "file_not_image",
  "file_too_large",
  "too_many_images",
  "rate_limited",
  "provider_down",
]

type Upload = { bytes: Uint8Array; idempotencyKey: string | undefined }

/**
 * Adds the images of an upload form one by one: valid ones are added, and the errors of the others are shown at the
 * field, with file names if there are several. Throws `invalid` also when no image was chosen.
 */
export async function addUploads(
  form: FormData,
  idempotencyKey: string | undefined,
  add: (upload: Upload) => Promise<void>,
): Promise<void> {
  const files = chosenFiles(form, "image")
  if (files.length === 0) throw new DomainError("invalid", "Choose a photo.", "image")
  const faults: string[] = []
  for (const [at, file] of files.entries())
    try {
      const key = idempotencyKey && at > 0 ? `${idempotencyKey}-${at}` : idempotencyKey
      await add({ bytes: await bytesOf(file), idempotencyKey: key })
    } catch (error) {
      if (!(error instanceof DomainError && TOLD_AT_THE_FIELD.includes(error.code))) throw error
      const isOfFile = files.length > 1 && error.code !== "too_many_images"
      faults.push(isOfFile ? `${file.name}: ${error.message}` : error.message)
    }
  const told = [...new Set(faults)].join(" ")
  if (told) throw new DomainError("invalid", told, "image")
}

/** The ids of the images in the submitted order. */
export const orderIn = (form: FormData): string[] => String(form.get("order") ?? "").split(",")
