import { bytesOf, chosenFile } from "#app/forms/chosen-file.ts"
import { DomainError } from "#core/errors.ts"

/** The image of an upload form, as bytes. Throws `invalid` next to the field when none was chosen. */
export async function uploadedImage(form: FormData): Promise<Uint8Array> {
  const file = chosenFile(form, "image")
  if (!file) throw new DomainError("invalid", "Choose a picture.", "image")
  return bytesOf(file)
}

/** The rejections of an image stand next to its field. */
export const MARK_IMAGE = {
  file_not_image: ["image"],
  file_too_large: ["image"],
  too_many_images: ["image"],
}
