const TIMEOUT_MS = 2_000

/**
 * Calls `act` when the browser is idle, after a time limit at the latest, and soon where idle callbacks are missing.
 */
export function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: TIMEOUT_MS })
  else setTimeout(act)
}
