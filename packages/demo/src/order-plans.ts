import type { OrderNote } from "../../../core/orders/order-note.ts"
import type { Fulfilment } from "../../../core/orders/statuses.ts"

/** One step of a demo order after its payment. */
export type Step =
  | "ready"
  | "handOver"
  | "startDelivery"
  | "ship"
  | "markDelivered"
  | "offer"
  | "acknowledge"
  /** Packed in one bag: what is not checked off is in it as ordered, and what is missing is refunded. */
  | "pack"
  /** The seller checks a product off: how many are in the bag, what they weigh, and whether no more is for sale. */
  | { check: string; packed: number; weight?: number; isSoldOut?: boolean }
  | { take: string }
  | { pickUp: string }
  | { deliver: string }
  | { cancel: string }
  /** An admin refunds one item of the order's first line; the string is the reason. */
  | { refund: string }

export type OrderPlan = {
  customer: string
  /**
   * The order's minimum age. Orders that were acted on were placed while the market was open, and so were their steps.
   * Orders that nobody acted on are recent, or reminders and refunds would start with the demo; a courier's current
   * deliveries are wanted later, or the alarm for stuck orders would start.
   */
  hoursAgo: number
  fulfilment: Fulfilment
  /** Indexes of the seller's products. */
  products: readonly number[]
  steps: readonly Step[]
  /** Percent of the items, for the person who delivers. */
  tipPercent?: "10" | "15" | "20"
  /** The same purchase has something from another market, which the customer picks up there. */
  isMixed?: boolean
  /** The market's window: the next one with capacity, or tomorrow's first; otherwise as soon as possible. */
  wanted?: "next" | "tomorrow"
  /** The customer's note to the market. */
  asked?: Partial<OrderNote>
  /** The seller has just offered a replacement for its first line, which the customer can answer. */
  isAsked?: boolean
  /** The customer saves the card that pays it. */
  savesCard?: boolean
}

const NORA = "customer@pushcart.test"
const THEO = "courier@pushcart.test"
const BETO = "courier.second@pushcart.test"
const CELIA = "courier.third@pushcart.test"
const given = (to: string, ...steps: Step[]): Step[] => ["offer", { take: to }, ...steps]

/** Orders at the demo seller's market in every status. */
export const ORDER_PLANS: readonly OrderPlan[] = [
  {
    customer: NORA,
    savesCard: true,
    hoursAgo: 460,
    fulfilment: "pickup",
    products: [0, 1, 2],
    steps: ["ready", "handOver", { refund: "One of them was bruised." }],
  },
  {
    customer: NORA,
    hoursAgo: 380,
    fulfilment: "delivery",
    products: [3, 6],
    tipPercent: "15",
    steps: given(THEO, { pickUp: THEO }, { deliver: THEO }),
  },
  {
    customer: NORA,
    hoursAgo: 300,
    fulfilment: "delivery",
    products: [7],
    tipPercent: "10",
    steps: ["startDelivery", "ship", "markDelivered"],
  },
  {
    customer: NORA,
    hoursAgo: 190,
    fulfilment: "pickup",
    products: [8, 9],
    steps: [{ cancel: "The whole delivery spoiled in the heat. We are sorry." }],
  },
  {
    customer: NORA,
    hoursAgo: 120,
    fulfilment: "delivery",
    products: [10, 2],
    steps: given(THEO, { pickUp: THEO }, { deliver: THEO }),
  },
  {
    customer: NORA,
    hoursAgo: 70,
    fulfilment: "delivery",
    products: [11, 12],
    steps: ["startDelivery", "ship"],
  },
  { customer: NORA, hoursAgo: 6, fulfilment: "delivery", products: [13], steps: ["startDelivery"] },
  { customer: NORA, hoursAgo: 5.5, fulfilment: "pickup", products: [14, 0], steps: ["ready"] },
  {
    customer: NORA,
    hoursAgo: 5,
    fulfilment: "delivery",
    products: [15, 4],
    steps: given(CELIA, { pickUp: CELIA }),
    wanted: "next",
  },
  {
    customer: NORA,
    hoursAgo: 4,
    fulfilment: "delivery",
    products: [16],
    tipPercent: "20",
    steps: given(BETO),
    wanted: "next",
  },
  {
    customer: NORA,
    hoursAgo: 3,
    fulfilment: "delivery",
    products: [17, 5],
    tipPercent: "15",
    steps: ["offer"],
    wanted: "tomorrow",
  },
  {
    customer: NORA,
    hoursAgo: 2.5,
    fulfilment: "delivery",
    products: [18],
    steps: ["offer"],
    isMixed: true,
    tipPercent: "20",
  },
  {
    customer: NORA,
    hoursAgo: 2,
    fulfilment: "delivery",
    products: [19, 1],
    steps: [],
    wanted: "tomorrow",
    asked: { note: "Green tomatoes if you have them, please.", replacement: "replace" },
    isAsked: true,
  },
  {
    customer: NORA,
    hoursAgo: 1,
    fulfilment: "pickup",
    products: [20, 21],
    steps: [],
    wanted: "tomorrow",
    asked: { replacement: "refund", phone: "212-555-0143" },
  },
]
