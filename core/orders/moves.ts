import type { Fulfilment, OrderStatus } from "./statuses.ts"

type Mover = "seller" | "deliverer" | "admin" | "system"

/** Who brings a delivery: the seller's own person or a platform courier. Undecided while the status is none. */
export type DeliveredBy = "own" | "platform"

export type Move = {
  readonly fulfilment: Fulfilment
  readonly from: readonly (OrderStatus | null)[]
  readonly to: OrderStatus | null
  readonly by: readonly Mover[]
  readonly deliveredBy?: DeliveredBy
}

/** The only place that knows how an order moves on. Whatever is not here cannot happen, on any path. */
export const ORDER_MOVES = {
  setPending: { fulfilment: "pickup", from: ["ready to pick up"], to: "pending", by: ["seller"] },
  setReady: { fulfilment: "pickup", from: ["pending"], to: "ready to pick up", by: ["seller"] },
  handOver: { fulfilment: "pickup", from: ["pending", "ready to pick up"], to: "picked up", by: ["seller"] },

  startDelivery: { fulfilment: "delivery", from: [null], to: "pending", by: ["seller"], deliveredBy: "own" },
  takeBack: { fulfilment: "delivery", from: ["pending"], to: null, by: ["seller"], deliveredBy: "own" },
  ship: { fulfilment: "delivery", from: ["pending"], to: "shipped", by: ["seller"], deliveredBy: "own" },
  markDelivered: {
    fulfilment: "delivery",
    from: ["pending", "shipped"],
    to: "delivered",
    by: ["seller"],
    deliveredBy: "own",
  },

  offer: { fulfilment: "delivery", from: [null], to: "waiting", by: ["seller"], deliveredBy: "platform" },
  withdraw: {
    fulfilment: "delivery",
    from: ["waiting"],
    to: null,
    by: ["seller", "system"],
    deliveredBy: "platform",
  },
  take: {
    fulfilment: "delivery",
    from: ["waiting"],
    to: "taken",
    by: ["deliverer"],
    deliveredBy: "platform",
  },
  giveBack: {
    fulfilment: "delivery",
    from: ["taken"],
    to: "waiting",
    by: ["deliverer", "admin"],
    deliveredBy: "platform",
  },
  pickUp: {
    fulfilment: "delivery",
    from: ["taken"],
    to: "picked up",
    by: ["deliverer"],
    deliveredBy: "platform",
  },
  deliver: {
    fulfilment: "delivery",
    from: ["picked up"],
    to: "delivered",
    by: ["deliverer"],
    deliveredBy: "platform",
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof ORDER_MOVES

/** Until the goods are on their way an order can be cancelled, whatever its fulfilment. */
export const CANCEL = {
  from: [null, "pending", "ready to pick up", "waiting", "taken"],
  to: "cancelled",
  by: ["seller", "admin", "system"],
} as const satisfies Pick<Move, "from" | "to" | "by">

/** What a carrier lost: the customer gets everything back, and nothing comes back to the shelf. */
export const WRITE_OFF = {
  from: ["shipped"],
  to: "cancelled",
  by: ["admin", "system"],
} as const satisfies Pick<Move, "from" | "to" | "by">

/** What a courier carries and nobody can deliver: the customer gets everything back, at the platform's cost. */
export const CALL_OFF = {
  fulfilment: "delivery",
  from: ["picked up"],
  to: "cancelled",
  by: ["admin"],
} as const satisfies Pick<Move, "fulfilment" | "from" | "to" | "by">

type Cancellable = { fulfilment: Fulfilment; status: OrderStatus | null }

/** Whether somebody can still cancel an order, for the database and for pages that offer it. */
export const canCancel = ({ fulfilment, status }: Cancellable, by: Mover): boolean =>
  [CANCEL, WRITE_OFF, CALL_OFF].some(
    (move: Pick<Move, "from" | "by"> & Partial<Pick<Move, "fulfilment">>) =>
      move.from.includes(status) &&
      move.by.includes(by) &&
      (move.fulfilment === undefined || move.fulfilment === fulfilment),
  )

export const GOODS_PLACES = ["market", "carrier", "courier"] as const
export type GoodsPlace = (typeof GOODS_PLACES)[number]

/** Who has the goods of an order that an admin can still cancel; null once its customer has them, or it is cancelled. */
export function goodsAt(order: Cancellable): GoodsPlace | null {
  if (!canCancel(order, "admin")) return null
  if (canCancel(order, "seller")) return "market"
  return order.status === "picked up" ? "courier" : "carrier"
}

/** The moves a person may make now, for pages that offer them; the database is asked again when one is made. */
export function movesFor(
  mover: Mover,
  order: { fulfilment: Fulfilment; status: OrderStatus | null; deliveredBy: DeliveredBy | null },
): MoveName[] {
  return (Object.keys(ORDER_MOVES) as MoveName[]).filter((name) => {
    const move: Move = ORDER_MOVES[name]
    return (
      move.fulfilment === order.fulfilment &&
      move.from.includes(order.status) &&
      move.by.includes(mover) &&
      (move.deliveredBy === undefined || order.deliveredBy === null || move.deliveredBy === order.deliveredBy)
    )
  })
}
