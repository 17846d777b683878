import type { PasskeySite } from "#core/ports/passkeys.ts"

/** The site's origin and host for WebAuthn, as the requesting browser sees them. */
export function passkeySite(request: Request): PasskeySite {
  const { origin, hostname } = new URL(request.url)
  return { origin, host: hostname }
}
