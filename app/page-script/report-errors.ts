import { BROKEN_PAGE } from "#app/page-protocol/events.ts"
import { MANIFEST } from "#app/page-protocol/globals.ts"

/** The limit of reports per page, for a page that fails again and again. */
const MOST_REPORTS = 5
const LONGEST = 1_500

/**
 * Reports this page's errors to the server (server/http/browser-errors.ts), without the URL's query string, which may
 * contain names.
 */
export function reportErrors() {
  let sent = 0
  const report = (kind: string, error: unknown, text?: string) => {
    if (sent++ >= MOST_REPORTS) return
    const { message = String(error), stack = "" } = (error ?? {}) as Partial<Error>
    navigator.sendBeacon(
      "/browser-errors",
      JSON.stringify({
        kind,
        message: (text ?? message).slice(0, LONGEST),
        stack: String(stack).slice(0, LONGEST),
        page: location.pathname,
        build: window[MANIFEST]?.version ?? import.meta.url.replace(/.*\//, ""),
      }),
    )
  }
  window.addEventListener("error", ({ error, message }) => report("error", error, message))
  window.addEventListener("unhandledrejection", ({ reason }) => report("rejection", reason))
  window.addEventListener(BROKEN_PAGE, ({ detail }) => report("error", detail))
  window.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    report("policy", null, `${effectiveDirective} ${blockedURI}`),
  )
}
