import type { PasskeySite } from "#core/ports/passkeys.ts"

/** The site as the browser that asks knows it. */
export function passkeySite(request: Request): PasskeySite {
  const { origin, hostname } = new URL(request.url)
  return { origin, host: hostname }
}
