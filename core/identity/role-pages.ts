import { ROLES, type Role } from "#core/identity/roles.ts"

/** The specification's word and pages for each role. */
export const ROLE_PAGES = {
  customer: { word: "customer", signIn: "/login", signedIn: "/home", dashboard: "/customer-dashboard" },
  seller: {
    word: "market",
    signIn: "/market",
    signedIn: "/market-dashboard",
    dashboard: "/market-dashboard",
  },
  deliverer: {
    word: "express",
    signIn: "/express",
    signedIn: "/express-dashboard",
    dashboard: "/express-dashboard",
  },
  admin: { word: "admin", signIn: "/admin", signedIn: "/admin-dashboard", dashboard: "/admin-dashboard" },
} as const satisfies Record<Role, { word: string; signIn: string; signedIn: string; dashboard: string }>

/** The role in `?user=` of the links in emails: customer, market or express; `seller` is accepted too. */
export function roleOfWord(word: string | null): Exclude<Role, "admin"> | null {
  if (word === "customer") return "customer"
  if (word === "market" || word === "seller") return "seller"
  if (word === "express" || word === "deliverer") return "deliverer"
  return null
}

/** The role in `?page=` of /forgotpassword: login, market or express. */
export function roleOfPage(page: string | null): Exclude<Role, "admin"> {
  if (page === "market") return "seller"
  if (page === "express") return "deliverer"
  return "customer"
}

/** The role's value of `?page=`: the path of its sign-in page, without the slash. */
export const pageOfRole = (role: Role): string => ROLE_PAGES[role].signIn.slice(1)

/** The page where a person with this role requests a password reset link. */
export const forgotPasswordPath = (role: Role): string => `/forgotpassword?page=${pageOfRole(role)}`

/** The roles in the `?page=` parameters of /Welcome that may open the requested page; customers if none is named. */
export function rolesOfPages(pages: readonly string[]): readonly Role[] {
  const named = ROLES.filter((role) => pages.includes(pageOfRole(role)))
  return named.length > 0 ? named : ["customer"]
}
