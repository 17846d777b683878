import type { Approval, SubscriptionStatus } from "../../../core/identity/states.ts"
import type { MARKET_ROWS } from "./demo-market-rows.ts"

/** The status of a seller or courier; the email describes it in words. */
export type Standing = {
  approval: Approval
  /** Only with a denial. */
  denialReason?: string
  /** null: never begun · false: the provider requires more · true: payouts are enabled. */
  onboarded: boolean | null
  requirements?: string[]
}
export type SellerStanding = Standing & { subscription: SubscriptionStatus }

/** A seller who can sell. */
export const OPEN: SellerStanding = { approval: "approved", onboarded: true, subscription: "active" }

const REASON = "The certificate expired in 2024."
const MISSING = ["individual.verification.document", "business_profile.url"]

/** Sellers in every status, besides the open markets; names and places are invented. */
// biome-ignore format: one market a line, as in its table
export const SELLERS_IN_EVERY_STATE: readonly {
  email: string
  market: (typeof MARKET_ROWS)[number]
  standing: SellerStanding
}[] = [
  {
    email: "seller.waiting@pushcart.test",
    market: ["Bay Ridge Pickles", "Wendy Aiting", "7302 3rd Ave", "Brooklyn", "NY", "11209", 40.6318, -74.0277, "718-555-0190", "day", "grocer"],
    standing: { approval: "waiting", onboarded: null, subscription: "none" },
  },
  {
    email: "seller.onboarded-waiting@pushcart.test",
    market: ["Sunnyside Sprouts", "Omar Nboard", "4511 Greenpoint Ave", "Sunnyside", "NY", "11104", 40.7413, -73.9211, "718-555-0191", "early", "produce"],
    standing: { approval: "waiting", onboarded: true, subscription: "none" },
  },
  {
    email: "seller.denied@pushcart.test",
    market: ["Expired Larder", "Dennis Ayed", "88 Front St", "Brooklyn", "NY", "11201", 40.7026, -73.9871, "718-555-0192", "late", "pantry"],
    standing: { approval: "denied", denialReason: REASON, onboarded: null, subscription: "none" },
  },
  {
    email: "seller.approved@pushcart.test",
    market: ["Mott Haven Fruit", "April Oved", "240 Willis Ave", "Bronx", "NY", "10454", 40.8096, -73.9229, "718-555-0193", "early", "produce"],
    standing: { approval: "approved", onboarded: null, subscription: "none" },
  },
  {
    email: "seller.rejected@pushcart.test",
    market: ["Federal Hill Deli", "Reggie Ected", "1065 S Charles St", "Baltimore", "MD", "21230", 39.2757, -76.6145, "410-555-0180", "day", "butcher"],
    standing: { approval: "approved", onboarded: false, requirements: MISSING, subscription: "none" },
  },
  {
    email: "seller.unsubscribed@pushcart.test",
    market: ["Hampden Creamery", "Uma Subbed", "3600 Roland Ave", "Baltimore", "MD", "21211", 39.3304, -76.6336, "410-555-0181", "late", "creamery"],
    standing: { approval: "approved", onboarded: true, subscription: "none" },
  },
  {
    email: "seller.cancelled@pushcart.test",
    market: ["Locust Point Boots", "Carla Ncelled", "1433 E Fort Ave", "Baltimore", "MD", "21230", 39.2709, -76.5937, "410-555-0182", "closedSunday", "clothier"],
    standing: { approval: "approved", onboarded: true, subscription: "cancelled" },
  },
  {
    email: "seller.past-due@pushcart.test",
    market: ["Logan Square Pantry", "Paul Astdue", "2535 N Kedzie Blvd", "Chicago", "IL", "60647", 41.9279, -87.7072, "773-555-0183", "day", "pantry"],
    standing: { approval: "approved", onboarded: true, subscription: "past_due" },
  },
]

type DemoCourier = {
  email: string
  firstName: string
  lastName: string
  address: string
  city: string
  state: string
  zip: string
  phone: string
  standing: Standing
}

const NEW_YORK = { address: "330 W 30th St", city: "New York", state: "NY", zip: "10001" }
const BALTIMORE = { address: "2400 Fleet St", city: "Baltimore", state: "MD", zip: "21224" }

// biome-ignore format: a table, one courier a line
export const COURIERS: readonly DemoCourier[] = [
  { email: "courier@pushcart.test", firstName: "Theo", lastName: "Marsh", ...NEW_YORK, phone: "212-555-0170", standing: { approval: "approved", onboarded: true } },
  { email: "courier.second@pushcart.test", firstName: "Beto", lastName: "Silva", ...NEW_YORK, phone: "212-555-0178", standing: { approval: "approved", onboarded: true } },
  { email: "courier.third@pushcart.test", firstName: "Celia", lastName: "Ruiz", ...NEW_YORK, phone: "212-555-0179", standing: { approval: "approved", onboarded: true } },
  { email: "courier.baltimore@pushcart.test", firstName: "Ruth", lastName: "Boone", ...BALTIMORE, phone: "410-555-0171", standing: { approval: "approved", onboarded: true } },
  { email: "courier.waiting@pushcart.test", firstName: "Walt", lastName: "Ting", ...NEW_YORK, phone: "212-555-0172", standing: { approval: "waiting", onboarded: null } },
  { email: "courier.onboarded-waiting@pushcart.test", firstName: "Olga", lastName: "Nwaite", ...BALTIMORE, phone: "410-555-0173", standing: { approval: "waiting", onboarded: true } },
  { email: "courier.denied@pushcart.test", firstName: "Dina", lastName: "Nyed", ...NEW_YORK, phone: "212-555-0174", standing: { approval: "denied", denialReason: "The photo of your ID is too dark to read.", onboarded: null } },
  { email: "courier.approved@pushcart.test", firstName: "Abel", lastName: "Proved", ...BALTIMORE, phone: "410-555-0176", standing: { approval: "approved", onboarded: null } },
  { email: "courier.rejected@pushcart.test", firstName: "Remy", lastName: "Jected", ...NEW_YORK, phone: "212-555-0177", standing: { approval: "approved", onboarded: false, requirements: ["individual.verification.document"] } },
]

export const CUSTOMERS = [
  { email: "customer@pushcart.test", firstName: "Nora", lastName: "Field" },
  { email: "customer.baltimore@pushcart.test", firstName: "Hugh", lastName: "Lyle" },
  { email: "customer.chicago@pushcart.test", firstName: "Ines", lastName: "Romero" },
] as const

export const ADMIN = { email: "admin@pushcart.test", firstName: "Ada", lastName: "Minster" } as const
