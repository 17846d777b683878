import type { Role } from "./roles.ts"

/** One of the demo's people in each role, as the README and the demo's sign-in pages print them. */
export const DEMO_LOGINS = {
  customer: "customer@pushcart.test",
  seller: "seller@pushcart.test",
  deliverer: "courier@pushcart.test",
  admin: "admin@pushcart.test",
} as const satisfies Record<Role, string>

/** Everybody's in the demo, and known to everybody: it protects nobody anywhere else. */
export const DEMO_PASSWORD = "Pushcart#2026"
