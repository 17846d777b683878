import { ROLES, type Role } from "#core/identity/roles.ts"

export type App = {
  name: string
  shortName: string
  description: string
  /** Where it opens. */
  start: string
  shortcuts: { name: string; url: string }[]
}

/** What Pushcart is called on a home screen, for each kind of people; their names say apart who has two of them. */
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

/** Whose app a manifest's address names; a customer's where it names nobody. */
export const appRole = (named: string | null): Role => ROLES.find((role) => role === named) ?? "customer"

export const iconOf = (role: Role, size: number, kind: "any" | "maskable" = "any"): string =>
  `/icons/${role}-${size}${kind === "maskable" ? "-maskable" : ""}.png`

/** iOS rounds the corners itself, as it does with a maskable icon. */
export const appleIconOf = (role: Role | null): string => iconOf(role ?? "customer", 192, "maskable")
