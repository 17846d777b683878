import { z } from "zod"
import { IMAGE_FORMATS } from "#core/images/image-formats.ts"

/** Seven images of 1 MB each, and the form around them. */
export const FILES_BYTES = 8 * 1_048_576

const aFile = (missing: string) =>
  z
    .instanceof(File, { error: missing })
    .refine((file) => file.size > 0, missing)
    .meta({
      type: "string",
      format: "binary",
      contentMediaType: "image/*",
      description: `${IMAGE_FORMATS}, at most 1 MB`,
    })

/** One image of a multipart form. The command checks its type and size by the content. */
export const fileField = (missing = "Choose a photo.") => aFile(missing)

/** One or several images under one name. */
export const filesField = (most: number, missing = "Choose a photo.") =>
  z.preprocess(
    (sent) => (sent === undefined || Array.isArray(sent) ? sent : [sent]),
    z
      .array(aFile(missing), { error: missing })
      .min(1, missing)
      .max(most, `You have cannot upload more than ${most} images`),
  )
