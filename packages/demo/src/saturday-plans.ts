import type { OrderNote } from "../../../core/orders/order-note.ts"
import type { Fulfilment } from "../../../core/orders/statuses.ts"
import type { Step } from "./order-plans.ts"

type Person = { email: string; firstName: string; lastName: string }

export type SaturdayPlan = {
  customer: Person
  /** The order's minimum age. */
  hoursAgo: number
  fulfilment: Fulfilment
  /** Products by name, with their quantities. */
  items: readonly (readonly [name: string, quantity: number])[]
  steps: readonly Step[]
  /** One of the day's windows, from 0. */
  window: number
  asked: Partial<OrderNote>
  /** The market has just offered a replacement for the first line. */
  isAsked: boolean
}

/** The windows of the day, and the orders in each. */
export const WINDOWS = 5
const PER_WINDOW = 8
/** Orders in windows before this one are packed, and this one is half packed. */
const HALF_PACKED = 1
/** The latest orders, which nobody has acknowledged yet. */
const NEW_ORDERS = 6
const ORDERS = WINDOWS * PER_WINDOW

/** Who brings an order, in turn. */
const HANDOVERS = ["pickup", "pickup", "own delivery", "pickup", "courier"] as const

const CHICKEN = "Whole Chicken, 4 lb"
const BASKETS: readonly SaturdayPlan["items"][] = [
  [
    ["Heirloom Tomatoes, 1 lb", 2],
    ["Large Brown Eggs, dozen", 1],
    ["Sweet Corn, ear", 6],
  ],
  [
    ["Rainbow Carrots, bunch", 2],
    ["Curly Kale, bunch", 1],
  ],
  [
    ["Honeycrisp Apples, 2 lb", 1],
    ["Whole Milk, half gallon", 2],
    ["Sharp Cheddar, 8 oz", 1],
  ],
  [
    [CHICKEN, 1],
    ["Brown Mushrooms, 8 oz", 2],
  ],
  [
    ["Strawberries, quart", 2],
    ["Heirloom Tomatoes, 1 lb", 3],
    ["Apple Cider, half gallon", 1],
  ],
  [["Large Brown Eggs, dozen", 2]],
  [
    ["Baby Spinach, 10 oz", 1],
    ["Yellow Peaches, 2 lb", 1],
    ["Heirloom Tomatoes, 1 lb", 1],
  ],
]

const NOTES: Readonly<Record<number, string>> = {
  2: "Second floor. Please ring twice, the bell is quiet.",
  4: "A gift: no price tags, please.",
  9: "Crisp apples, please.",
  13: "I come by bike. Please pack it small.",
  20: "The biggest tomato you have, please.",
  28: "Eggs on top, please!",
  35: "Can you take back last week's bottles?",
}

/** What is missing of an order, entered while it is packed. */
const SHORTAGES: Readonly<Record<number, Exclude<Step, string>>> = {
  1: { check: "Rainbow Carrots, bunch", packed: 1 },
  8: { check: "Curly Kale, bunch", packed: 0 },
  11: { check: "Strawberries, quart", packed: 1, isSoldOut: true },
}
const WEIGHED: Step = { check: CHICKEN, packed: 1, weight: 3.6 }
/** An order that somebody has begun to pack. */
const BEGUN = 13
/** An order whose customer, who wished a replacement, is asked about one. */
const ASKED = 15

const NAMES = [
  "Marcus Bellamy, Ana Duarte, Dana Whitlock, Luis Ortega, Priya Raman, Joe Kowalski, Mei Zhang, Omar Haddad",
  "Ruth Adler, Nia Okoye, Tomas Varga, Leila Nasser, Ben Carver, Sofia Moretti, Kofi Mensah, Yuki Tanaka",
  "Elena Petrova, Dev Malhotra, Grace Odum, Hank Sorensen, Imani Brooks, Jonah Weiss, Carmen Ibarra, Will Tate",
  "Zoe Lambert, Andre Baptiste, Fatima Rahal, Gus Nilsson, Harper Quinn, Ivan Marek, Joy Kimani, Lena Fischer",
  "Miles Draper, Nadia Sayed, Otis Redmond, Paula Vance, Quincy Shaw, Rosa Bianchi, Sam Achebe, Tess Holloway",
].flatMap((row) => row.split(", "))

/** Forty open orders of one day: 24 pickups, 8 own deliveries and 8 by courier, each of another customer. */
export const SATURDAY_PLANS: readonly SaturdayPlan[] = NAMES.slice(0, ORDERS).map((name, index) => {
  const handover = HANDOVERS[index % HANDOVERS.length] ?? "pickup"
  const items = BASKETS[index % BASKETS.length] ?? []
  return {
    customer: personOf(name),
    hoursAgo: index >= ORDERS - NEW_ORDERS ? (ORDERS - index) / 60 : (ORDERS - index) / 6,
    fulfilment: handover === "pickup" ? "pickup" : "delivery",
    items,
    steps: stepsOf(index, handover, items),
    window: Math.floor(index / PER_WINDOW),
    asked: askedOf(index, handover),
    isAsked: index === ASKED,
  }
})

export const SATURDAY_CUSTOMERS: readonly Person[] = SATURDAY_PLANS.map(({ customer }) => customer)

function personOf(name: string): Person {
  const [firstName = name, lastName = ""] = name.split(" ")
  return { email: `${firstName}.${lastName}@pushcart.test`.toLowerCase(), firstName, lastName }
}

function stepsOf(index: number, handover: (typeof HANDOVERS)[number], items: SaturdayPlan["items"]): Step[] {
  if (index >= ORDERS - NEW_ORDERS) return []
  if (index === BEGUN) return ["acknowledge", { check: items[0]?.[0] ?? "", packed: items[0]?.[1] ?? 0 }]
  const packed = index < (HALF_PACKED + 0.5) * PER_WINDOW
  if (!packed) return ["acknowledge"]
  const isWeighed = items.some(([product]) => product === CHICKEN)
  return [
    ...(handover === "courier" ? (["offer"] as const) : []),
    ...(handover === "own delivery" ? (["startDelivery"] as const) : []),
    ...(SHORTAGES[index] ? [SHORTAGES[index]] : []),
    ...(isWeighed ? [WEIGHED] : []),
    "pack",
  ]
}

/** Every third customer wants something similar instead, another third their money back, and the others did not say. */
function askedOf(index: number, handover: (typeof HANDOVERS)[number]): Partial<OrderNote> {
  const replacement = (["replace", "refund", null] as const)[index % 3] ?? null
  const hasPhone = handover === "pickup" && index % 4 === 0
  return {
    ...(NOTES[index] ? { note: NOTES[index] } : {}),
    ...(replacement ? { replacement } : {}),
    ...(hasPhone ? { phone: `718-555-01${20 + index}` } : {}),
  }
}
