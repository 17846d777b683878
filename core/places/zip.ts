import { z } from "zod"
import { withoutBlanks } from "#core/typed-text.ts"

/** Shown at every zip field for anything but five or nine digits. */
export const MALFORMED_ZIP_MESSAGE = "Enter a five-digit zip code, like 10001."

/** A required five-digit zip, spaces allowed; a ZIP+4 is shortened to its first five digits. */
export const zipField = z
  .string({ error: "Enter your zip code." })
  .overwrite(withoutBlanks)
  .min(1, { error: "Enter your zip code.", abort: true })
  .regex(/^\d{5}(-?\d{4})?$/, MALFORMED_ZIP_MESSAGE)
  .transform((zip) => zip.slice(0, 5))

/** Shown at the search field for five digits that are not a zip. */
export const UNKNOWN_ZIP_MESSAGE = "We don't know this zip code. Check the five digits and try again."

/** Shown at the search field for a text that is neither a zip nor a known city. */
export const UNKNOWN_CITY_MESSAGE =
  "We don't know this city. Enter a five-digit zip code, like 10001, or a city and its state, like Baltimore, MD."
