import type { Role } from "./roles.ts"

/** One of the demo's accounts per role, as the README and the demo's sign-in pages list them. */
export const DEMO_LOGINS = {
  customer: "customer@pushcart.test",
  seller: "seller@pushcart.test",
  deliverer: "courier@pushcart.test",
  admin: "admin@pushcart.test",
} as const satisfies Record<Role, string>

/** A second seller of the demo, whose market has forty open orders. */
export const SATURDAY_LOGIN = "saturday@pushcart.test"

/** The password of every demo account. It is public, so it protects nothing outside the demo. */
export const DEMO_PASSWORD = "Pushcart#2026"
