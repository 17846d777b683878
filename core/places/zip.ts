import { z } from "zod"

/** True for five digits, the only form that the zip table and the search know. */
export function isZip(value: string): boolean {
  return /^\d{5}$/.test(value)
}

/** A required five-digit zip; a ZIP+4 is shortened to its first five digits. */
export const zipField = z
  .string({ error: "Enter your zip code." })
  .trim()
  .min(1, { error: "Enter your zip code.", abort: true })
  .regex(/^\d{5}(-\d{4})?$/, "Enter a five-digit zip code, like 10001.")
  .transform((zip) => zip.slice(0, 5))

/** Said at the search field for anything but five digits. */
export const MALFORMED_ZIP_MESSAGE = "Enter a five-digit zip code, like 10001."

/** The search box: empty lists every market, anything else has to be a zip. */
export const zipSearchInput = z.object({
  zip: z
    .string()
    .trim()
    .default("")
    .refine((zip) => zip === "" || isZip(zip), MALFORMED_ZIP_MESSAGE)
    .transform((zip) => (zip === "" ? undefined : zip)),
})

/** Said at the search field for five digits that no zip has. */
export const UNKNOWN_ZIP_MESSAGE = "We don't know this zip code. Check the five digits and try again."
