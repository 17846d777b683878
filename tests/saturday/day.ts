/** What the stall sells, with the price of one in cents. Tomatoes are priced by final weight, for 2 lb each. */
export const PRODUCTS = {
  "Heirloom tomatoes": 898,
  "Brown eggs": 600,
  "Sourdough loaf": 750,
  "Clover honey": 1_150,
  "Butter lettuce": 325,
  "Rainbow carrots": 450,
  "Baby carrots": 425,
} as const
export type ProductName = keyof typeof PRODUCTS

export const BY_WEIGHT: ProductName = "Heirloom tomatoes"
/** The pounds that one of them is priced for. */
export const POUNDS_EACH = 2

export type SaturdayOrder = {
  firstName: string
  handover: "pickup" | "own delivery" | "courier"
  /** The window, from 0 to 4. */
  window: number
  items: readonly (readonly [ProductName, number])[]
  wish: "replace" | null
  trouble: Trouble | null
}

/** What is not as ordered when the order is packed. */
export type Trouble =
  /** Less of an item than ordered is in the bag. */
  | { kind: "shortage"; of: ProductName; packed: number }
  /** The pounds that are in the bag. */
  | { kind: "weight"; of: ProductName; pounds: number }
  /** An item is out, and another one is offered instead. */
  | { kind: "replacement"; of: ProductName; by: ProductName; answer: "yes" | "no" }

export const WINDOWS = 5
const PER_WINDOW = 8
const HANDOVERS = ["pickup", "pickup", "own delivery", "pickup", "courier"] as const
const NAMES = ["Nora", "Marcus", "Ana", "Dana", "Luis", "Priya", "Joe", "Mei", "Omar", "Ruth"] as const
const BASKETS = [
  [
    ["Brown eggs", 2],
    ["Sourdough loaf", 1],
  ],
  [
    ["Clover honey", 1],
    ["Butter lettuce", 2],
    ["Rainbow carrots", 1],
  ],
  [["Sourdough loaf", 2]],
  [
    ["Rainbow carrots", 2],
    ["Brown eggs", 1],
  ],
] as const satisfies readonly SaturdayOrder["items"][]

const TROUBLES: Readonly<Record<number, Partial<SaturdayOrder>>> = {
  3: { trouble: { kind: "shortage", of: "Rainbow carrots", packed: 1 } },
  10: { trouble: { kind: "shortage", of: "Sourdough loaf", packed: 1 } },
  21: { trouble: { kind: "shortage", of: "Clover honey", packed: 0 } },
  6: { items: [[BY_WEIGHT, 1]], trouble: { kind: "weight", of: BY_WEIGHT, pounds: 1.85 } },
  13: {
    wish: "replace",
    trouble: { kind: "replacement", of: "Rainbow carrots", by: "Baby carrots", answer: "yes" },
  },
  17: { trouble: { kind: "replacement", of: "Rainbow carrots", by: "Baby carrots", answer: "no" } },
}

/** The forty orders of a Saturday: 24 pickups, 8 own deliveries, and 8 by courier, in five windows. */
export const SATURDAY: readonly SaturdayOrder[] = Array.from(
  { length: WINDOWS * PER_WINDOW },
  (_, index) => ({
    firstName: NAMES[index % NAMES.length] ?? "Nora",
    handover: HANDOVERS[index % HANDOVERS.length] ?? "pickup",
    window: Math.floor(index / PER_WINDOW),
    items: BASKETS[index % BASKETS.length] ?? BASKETS[0],
    wish: null,
    trouble: null,
    ...TROUBLES[index],
  }),
)
