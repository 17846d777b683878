import { ROLES, type Role } from "#core/identity/roles.ts"

export type App = {
  name: string
  shortName: string
  description: string
  /** The start URL. */
  start: string
  shortcuts: { name: string; url: string }[]
}

/**
 * The app's name and start page on a home screen, for each role, so that a person with two roles can tell the apps
 * apart.
 */
export const APPS: Record<Role, App> = {
  customer: {
    name: "Pushcart",
    shortName: "Pushcart",
    description:
      "Find local markets by zip code, shop their stalls, pick your order up or have it delivered.",
    start: "/home",
    shortcuts: [
      { name: "My orders", url: "/customer-orders" },
      { name: "Shopping cart", url: "/shopping-cart" },
    ],
  },
  seller: {
    name: "Pushcart for sellers",
    shortName: "Pushcart Sell",
    description: "Your market's orders, products and money.",
    start: "/market-dashboard",
    shortcuts: [
      { name: "Today", url: "/market-today" },
      { name: "Orders", url: "/marketOrders" },
      { name: "Products", url: "/all-my-products" },
    ],
  },
  deliverer: {
    name: "Pushcart for couriers",
    shortName: "Pushcart Go",
    description: "Orders near you, waiting to be delivered.",
    start: "/deliveries",
    shortcuts: [{ name: "My dashboard", url: "/express-dashboard" }],
  },
  admin: {
    name: "Pushcart for admins",
    shortName: "Pushcart Admin",
    description: "Applications, orders and operations.",
    start: "/admin-dashboard",
    shortcuts: [{ name: "Orders", url: "/admin-orders" }],
  },
}

export const manifestOf = (role: Role | null): string => `/manifest.webmanifest?for=${role ?? "customer"}`

/** The role that a manifest's URL names; customer if it names none. */
export const appRole = (named: string | null): Role => ROLES.find((role) => role === named) ?? "customer"

export const iconOf = (role: Role, size: number, kind: "any" | "maskable" = "any"): string =>
  `/icons/${role}-${size}${kind === "maskable" ? "-maskable" : ""}.png`

/** iOS rounds the corners itself, so it gets the maskable icon. */
export const appleIconOf = (role: Role | null): string => iconOf(role ?? "customer", 192, "maskable")
