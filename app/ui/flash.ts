import { cookieIn } from "#core/cookie-in.ts"
import { ownPath } from "#core/identity/own-path.ts"
import type { Toast } from "./toast.ts"

const NAME = "flash"

/**
 * The Set-Cookie header of a toast that shows on the next page, with or without JavaScript:
 * `redirect("/home", { headers: flash("Saved.") })`.
 */
export function flash(
  text: string,
  kind: Toast["kind"] = "good",
  link?: Toast["link"],
): { "Set-Cookie": string } {
  const value = encodeURIComponent(JSON.stringify([{ text: text.slice(0, 300), kind, link }]))
  return { "Set-Cookie": `${NAME}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax` }
}

/** The same for a toast that is at hand. */
export const flashToast = ({ text, kind, link }: Toast) => flash(text, kind, link)

export const CLEAR_FLASH = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`

/** A prefetched page may never be looked at: it must not use up what is shown once. */
export const isPrefetch = (request: Request): boolean =>
  request.headers.get("Sec-Purpose")?.includes("prefetch") ?? false

/** The toasts that the request carries; anything unreadable is none. */
export function readFlash(request: Request): Toast[] {
  if (isPrefetch(request)) return []
  const cookie = cookieIn(request.headers, NAME)
  if (!cookie) return []
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(cookie))
    return Array.isArray(parsed) ? parsed.filter(isToast).slice(0, 5) : []
  } catch {
    return []
  }
}

function isToast(value: unknown): value is Toast {
  const toast = value as Partial<Toast> | null
  if (typeof toast?.text !== "string" || (toast.kind !== "good" && toast.kind !== "error")) return false
  return !toast.link || (ownPath(toast.link.to) === toast.link.to && typeof toast.link.label === "string")
}
