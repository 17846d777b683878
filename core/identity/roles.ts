export const ROLES = ["customer", "seller", "deliverer", "admin"] as const
export type Role = (typeof ROLES)[number]
