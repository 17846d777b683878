import { z } from "zod"
import { readForm } from "#app/forms/read-form.ts"
import { isSecretField } from "#app/forms/secret-field.ts"
import { jsonCookie } from "#core/cookies.ts"
import { MINUTE_SECONDS } from "#core/durations.ts"

/** Browsers drop a cookie above 4,096 bytes including its name and attributes; with TLS there is one more attribute. */
const MOST_CHARACTERS = 4_000
/** A form with files is read only up to this size, which text fields alone never exceed. */
const MOST_BYTES = 20_000

/** A form submitted without a session: its page, its action and its fields. */
const keptFormShape = z.object({
  path: z.string(),
  action: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type KeptForm = z.output<typeof keptFormShape>

const typed = jsonCookie("typed", keptFormShape, 30 * MINUTE_SECONDS)

/**
 * The Set-Cookie header that stores a form submitted after the session had expired in the browser that sent it, until
 * the person has signed in again. It stores no secrets and no files; null if there is nothing to store.
 */
export async function keepForm(request: Request, path: string, action: string): Promise<string | null> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN)
  if (!(length <= MOST_BYTES)) return null
  const form = await readForm(request)
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string")
  const fields = Object.fromEntries(texts.filter(([name]) => !isSecretField(name)))
  const cookie = typed.write({ path, action, fields })
  return cookie.length > MOST_CHARACTERS ? null : cookie
}

export const FORGET_FORM = typed.clear()

/** The form that this browser has stored. */
export const keptForm = (request: Request): KeptForm | null => typed.read(request.headers)

/** Whether the form adds a product to the cart: that of the product's page, or a tile's +. */
export const isAdding = ({ action }: KeptForm): boolean =>
  action === "/view-product" || action === "/add-to-cart"
