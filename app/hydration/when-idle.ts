const TIMEOUT_MS = 2_000

/** In an idle moment; soon where the browser is never idle, or cannot tell. */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: TIMEOUT_MS })
  else setTimeout(act)
}
