import { z } from "zod"
import type { Toast } from "#app/page-protocol/events.ts"
import { jsonCookie } from "#core/cookies.ts"
import { MINUTE_SECONDS } from "#core/durations.ts"
import { ownPath } from "#core/identity/own-path.ts"

const toasts = jsonCookie("flash", z.array(z.unknown()), MINUTE_SECONDS)

/**
 * The Set-Cookie header of a toast that shows on the next page, with or without JavaScript:
 * `redirect("/home", { headers: flash("Saved.") })`.
 */
export function flash(
  text: string,
  kind: Toast["kind"] = "good",
  link?: Toast["link"],
): { "Set-Cookie": string } {
  return { "Set-Cookie": toasts.write([{ text: text.slice(0, 300), kind, link }]) }
}

/** The cookie that shows an existing toast on the next page. */
export const flashToast = ({ text, kind, link }: Toast) => flash(text, kind, link)

export const CLEAR_FLASH = toasts.clear()

/** Whether the page is only prefetched. A prefetched page may never be shown, so it must not use up a toast. */
export const isPrefetch = (request: Request): boolean =>
  request.headers.get("Sec-Purpose")?.includes("prefetch") ?? false

/** Returns the toasts in the request's cookie; none if it is unreadable. */
export function readFlash(request: Request): Toast[] {
  if (isPrefetch(request)) return []
  return (toasts.read(request.headers) ?? []).filter(isToast).slice(0, 5)
}

function isToast(value: unknown): value is Toast {
  const toast = value as Partial<Toast> | null
  if (typeof toast?.text !== "string" || (toast.kind !== "good" && toast.kind !== "error")) return false
  return !toast.link || (ownPath(toast.link.to) === toast.link.to && typeof toast.link.label === "string")
}
