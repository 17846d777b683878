import { type StatusMove, startsAt } from "../history/moves.ts"
import type { Fulfilment, OrderStatus } from "./statuses.ts"

type Mover = "seller" | "deliverer" | "admin" | "system"

/** Who delivers: the seller's own person or a platform courier. Undecided while the status is null. */
export type DeliveredBy = "own" | "platform"

export type Move = StatusMove<OrderStatus> & {
  readonly by: readonly Mover[]
  /** Undefined: either fulfillment. */
  readonly fulfilment?: Fulfilment
  readonly deliveredBy?: DeliveredBy
  /** The step that this move undoes. Only `undoStep` makes it, and no page offers it. */
  readonly undoes?: string
}

/**
 * The first status of a paid order: a pickup order waits for its seller as "pending"; a delivery order has no status
 * until the seller acts.
 */
export const PLACED = { pickup: "pending", delivery: null } as const satisfies Record<
  Fulfilment,
  OrderStatus | null
>

/** Every allowed change of an order's status. A change that is not listed here is rejected everywhere. */
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

  /** An order of either fulfillment can be canceled until the goods are on their way. */
  cancel: {
    from: [null, "pending", "ready to pick up", "waiting", "taken"],
    to: "cancelled",
    by: ["seller", "admin", "system"],
  },
  /** A carrier lost the goods: the customer gets a full refund, and no stock is restored. */
  writeOff: {
    fulfilment: "delivery",
    from: ["shipped"],
    to: "cancelled",
    by: ["admin", "system"],
  },
  /** A courier has the goods and cannot deliver them: the customer gets a full refund, which the platform pays. */
  callOff: {
    fulfilment: "delivery",
    from: ["picked up"],
    to: "cancelled",
    by: ["admin"],
  },

  // A seller's own step, moved back within UNDO_MS (undo.ts). Each leads to where its step began.
  undoSetPending: {
    fulfilment: "pickup",
    from: ["pending"],
    to: "ready to pick up",
    by: ["seller"],
    undoes: "setPending",
  },
  undoSetReady: {
    fulfilment: "pickup",
    from: ["ready to pick up"],
    to: "pending",
    by: ["seller"],
    undoes: "setReady",
  },
  undoHandOver: {
    fulfilment: "pickup",
    from: ["picked up"],
    to: "ready to pick up",
    by: ["seller"],
    undoes: "handOver",
  },
  undoHandOverOfPending: {
    fulfilment: "pickup",
    from: ["picked up"],
    to: "pending",
    by: ["seller"],
    undoes: "handOver",
  },
  undoStartDelivery: {
    fulfilment: "delivery",
    from: ["pending"],
    to: null,
    by: ["seller"],
    deliveredBy: "own",
    undoes: "startDelivery",
  },
  undoTakeBack: {
    fulfilment: "delivery",
    from: [null],
    to: "pending",
    by: ["seller"],
    deliveredBy: "own",
    undoes: "takeBack",
  },
  undoShip: {
    fulfilment: "delivery",
    from: ["shipped"],
    to: "pending",
    by: ["seller"],
    deliveredBy: "own",
    undoes: "ship",
  },
  undoMarkDelivered: {
    fulfilment: "delivery",
    from: ["delivered"],
    to: "pending",
    by: ["seller"],
    deliveredBy: "own",
    undoes: "markDelivered",
  },
  undoMarkDeliveredOfShipped: {
    fulfilment: "delivery",
    from: ["delivered"],
    to: "shipped",
    by: ["seller"],
    deliveredBy: "own",
    undoes: "markDelivered",
  },
  undoOffer: {
    fulfilment: "delivery",
    from: ["waiting"],
    to: null,
    by: ["seller"],
    deliveredBy: "platform",
    undoes: "offer",
  },
  undoWithdraw: {
    fulfilment: "delivery",
    from: [null],
    to: "waiting",
    by: ["seller"],
    deliveredBy: "platform",
    undoes: "withdraw",
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof ORDER_MOVES

const MOVE_NAMES = Object.keys(ORDER_MOVES) as MoveName[]

const UNDO_NAMES: readonly string[] = MOVE_NAMES.filter((name) => "undoes" in ORDER_MOVES[name])

/** Whether a recorded move undid another one. */
export const isUndo = (move: string): boolean => UNDO_NAMES.includes(move)

/** Returns the move that leads back from a step to where it began; null if the step cannot be undone. */
export function undoOf(step: { move: string; from: string | null }): MoveName | null {
  const leadsBack = ({ undoes, to }: Move) => undoes === step.move && to === step.from
  return MOVE_NAMES.find((name) => leadsBack(ORDER_MOVES[name])) ?? null
}

/** The moves that cancel an order, by who has its goods. */
const CANCELLATIONS = { market: "cancel", carrier: "writeOff", courier: "callOff" } as const

type Cancellable = { fulfilment: Fulfilment; status: OrderStatus | null }

/** Returns the move by which this role can still cancel the order, or null. Commands and pages share it. */
export function cancellationOf(order: Cancellable, by: Mover): "cancel" | "writeOff" | "callOff" | null {
  return Object.values(CANCELLATIONS).find((name) => isOpenTo(by, ORDER_MOVES[name], order)) ?? null
}

/** Whether the move starts at this order's status and this role may make it. */
const isOpenTo = (by: Mover, move: Move, { fulfilment, status }: Cancellable): boolean =>
  (move.fulfilment === undefined || move.fulfilment === fulfilment) &&
  startsAt(move, status) &&
  move.by.includes(by)

export const GOODS_PLACES = ["market", "carrier", "courier"] as const satisfies (keyof typeof CANCELLATIONS)[]
export type GoodsPlace = (typeof GOODS_PLACES)[number]

/** Returns who has the goods of an order; null once its customer has them or it is canceled. */
export function goodsAt(order: Cancellable): GoodsPlace | null {
  const move = cancellationOf(order, "admin")
  return GOODS_PLACES.find((place) => CANCELLATIONS[place] === move) ?? null
}

/** Returns the moves that a page can offer now, without undo; the database checks again when one is made. */
export function movesFor(
  mover: Mover,
  order: { fulfilment: Fulfilment; status: OrderStatus | null; deliveredBy: DeliveredBy | null },
): MoveName[] {
  return MOVE_NAMES.filter((name) => {
    const move: Move = ORDER_MOVES[name]
    return (
      move.undoes === undefined &&
      isOpenTo(mover, move, order) &&
      (move.deliveredBy === undefined || order.deliveredBy === null || move.deliveredBy === order.deliveredBy)
    )
  })
}
