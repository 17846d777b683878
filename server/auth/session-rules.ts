import { HOUR_SECONDS } from "#core/durations.ts"
import type { Role } from "#core/identity/roles.ts"

export const SESSION_SECONDS = 8 * HOUR_SECONDS

export const isSecure = (request: Request): boolean => new URL(request.url).protocol === "https:"

/** `__Host-` ties the cookie to this host over HTTPS; browsers reject that prefix on plain HTTP, which a demo uses. */
export const sessionCookieName = (secure: boolean) => (secure ? "__Host-pushcart" : "pushcart")

/** The specification's flag cookie of each role. */
export const ROLE_FLAGS = {
  customer: "user",
  seller: "market",
  deliverer: "express",
  admin: "admin",
} as const satisfies Record<Role, string>

/** The cookie that remembers in a browser which accounts signed in there. */
export const deviceCookieName = (secure: boolean) => (secure ? "__Host-known-device" : "known-device")
