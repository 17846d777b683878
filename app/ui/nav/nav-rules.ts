import type { Role } from "#core/identity/roles.ts"

export type NavRules = {
  gettingStarted: boolean
  cart: boolean
  notifications: boolean
  menu: { label: string; to: string }[] | null
  logout: boolean
}

const NOTHING: NavRules = {
  gettingStarted: false,
  cart: false,
  notifications: false,
  menu: null,
  logout: false,
}

/** Returns what a role sees in the navigation bar. A session belongs to one role, so its menu is on every page. */
export function navRules(role: Role | null, pathname: string): NavRules {
  switch (role) {
    case "customer":
      return {
        ...NOTHING,
        cart: true,
        notifications: true,
        menu: [
          { label: "Profile", to: "/customer-dashboard" },
          { label: "All Markets", to: "/home" },
        ],
      }
    case "seller":
      return {
        ...NOTHING,
        notifications: true,
        menu: [
          { label: "Profile", to: "/market-dashboard" },
          { label: "Your data and account", to: "/account" },
          { label: "API tokens", to: "/api-tokens" },
        ],
      }
    case "deliverer":
      return { ...NOTHING, menu: [{ label: "Profile", to: "/express-dashboard" }] }
    case "admin":
      return { ...NOTHING, logout: true }
    case null:
      return { ...NOTHING, gettingStarted: pathname === "/" || pathname === "/home" }
  }
}

/** Where the landing page and the logo lead for each role. */
export const DASHBOARDS = {
  customer: "/customer-dashboard",
  seller: "/market-dashboard",
  deliverer: "/express-dashboard",
  admin: "/admin-dashboard",
} as const satisfies Record<Role, string>

/** Returns "AB" for "Ada Byron"; empty without a name, for which the avatar shows a drawing. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("")
}
