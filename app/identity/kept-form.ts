import { readForm } from "#app/forms/read-form.ts"
import { isSecretField } from "#app/forms/secret-field.ts"
import { MINUTE_SECONDS } from "#core/durations.ts"

const NAME = "typed"
const KEEP_SECONDS = 30 * MINUTE_SECONDS
/** Browsers drop a cookie above 4,096 bytes, its name and attributes counted. */
const MOST_CHARACTERS = 3_900
/** A form with files is read only as far as it may be text alone. */
const MOST_BYTES = 20_000

/** A form that came without a session: the page it stood on, the address it was sent to, and what it held. */
export type KeptForm = { path: string; action: string; fields: Record<string, string> }

/**
 * The Set-Cookie header that keeps a form whose session had ended, in the browser that sent it, until the person has
 * signed in again. No secrets and no files; null where nothing can be kept.
 */
export async function keepForm(request: Request, path: string, action: string): Promise<string | null> {
  const length = Number(request.headers.get("Content-Length") ?? Number.NaN)
  if (!(length <= MOST_BYTES)) return null
  const form = await readForm(request)
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string")
  const fields = Object.fromEntries(texts.filter(([name]) => !isSecretField(name)))
  const value = Buffer.from(JSON.stringify({ path, action, fields })).toString("base64url")
  if (value.length > MOST_CHARACTERS) return null
  return `${NAME}=${value}; Path=/; Max-Age=${KEEP_SECONDS}; HttpOnly; SameSite=Lax`
}

export const FORGET_FORM = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/** The form that this browser keeps; a cookie that somebody broke is as good as none. */
export function keptForm(request: Request): KeptForm | null {
  const cookie = request.headers.get("Cookie")?.match(/(?:^|;\s*)typed=([\w-]+)/)?.[1]
  if (!cookie) return null
  try {
    const kept = JSON.parse(Buffer.from(cookie, "base64url").toString()) as Partial<KeptForm> | null
    const { path, action, fields } = kept ?? {}
    return typeof path === "string" && typeof action === "string" && isTexts(fields)
      ? { path, action, fields }
      : null
  } catch {
    return null
  }
}

/** Whether it puts a product into the cart: from the product's page, or by the + of a tile. */
export const isAdding = ({ action }: KeptForm): boolean =>
  action === "/view-product" || action === "/add-to-cart"

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.values(value).every((one) => typeof one === "string")
