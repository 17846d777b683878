import { BROKEN_PAGE } from "../hydration/broken-page.ts"

/** One page that breaks again and again says enough. */
const MOST_REPORTS = 5
const LONGEST = 1_500

/** Tells the server what broke here (server/http/browser-errors.ts): without the address's query, which may name people. */
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
        build: window.__reactRouterManifest?.version ?? import.meta.url.replace(/.*\//, ""),
      }),
    )
  }
  window.addEventListener("error", ({ error, message }) => report("error", error, message))
  window.addEventListener("unhandledrejection", ({ reason }) => report("rejection", reason))
  window.addEventListener(BROKEN_PAGE, (event) => report("error", (event as CustomEvent).detail))
  window.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    report("policy", null, `${effectiveDirective} ${blockedURI}`),
  )
}

declare global {
  interface Window {
    /** React Router's, once it is here: its version is the build's. */
    __reactRouterManifest?: { version?: string }
  }
}
