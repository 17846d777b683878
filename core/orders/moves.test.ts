import { describe, expect, it } from "vitest"
import { cancellationOf, goodsAt, type Move, movesFor, ORDER_MOVES } from "./moves.ts"
import { FULFILMENTS, type Fulfilment, isComplete, ORDER_STATUSES, type OrderStatus } from "./statuses.ts"

/** Every status of every order; a pickup order is never shipped. */
const ORDERS = FULFILMENTS.flatMap((fulfilment) =>
  [null, ...ORDER_STATUSES]
    .filter((status) => fulfilment === "delivery" || status !== "shipped")
    .map((status) => ({ fulfilment, status })),
)

const MOVERS = ["seller", "deliverer", "admin", "system"] as const

describe("the table of moves", () => {
  it("lets a pickup order be set to any of its statuses until it is picked up", { tags: ["ORDER-6"] }, () => {
    const at = (status: "pending" | "ready to pick up" | "picked up") =>
      movesFor("seller", { fulfilment: "pickup", status, deliveredBy: null })
    expect(at("pending")).toEqual(["setReady", "handOver", "cancel"])
    expect(at("ready to pick up")).toEqual(["setPending", "handOver", "cancel"])
    expect(at("picked up")).toEqual([])
  })

  it("lets nobody move what is cancelled or delivered", { tags: ["ORDER-8"] }, () => {
    for (const mover of MOVERS)
      for (const fulfilment of ["pickup", "delivery"] as const)
        for (const status of ["cancelled", "delivered"] as const)
          expect(movesFor(mover, { fulfilment, status, deliveredBy: null })).toEqual([])
  })

  it("keeps the seller from delivering what a platform deliverer carries", { tags: ["SALE-9"] }, () => {
    for (const status of ORDER_STATUSES) {
      const moves = movesFor("seller", { fulfilment: "delivery", status, deliveredBy: "platform" })
      expect(moves).not.toContain("markDelivered")
      expect(moves).not.toContain("ship")
    }
  })

  it("delivers only what was picked up, and picks up only what was taken", { tags: ["DELIV-9"] }, () => {
    const moves: Record<string, Move> = ORDER_MOVES
    expect(moves.deliver?.from).toEqual(["picked up"])
    expect(moves.pickUp?.from).toEqual(["taken"])
    expect(moves.take?.from).toEqual(["waiting"])
  })

  it("lets a seller cancel until the goods are off, and gives up what a carrier has only by an admin or in time", {
    tags: ["REFUND-2"],
  }, () => {
    const off = ["picked up", "shipped", "delivered", "cancelled"] as const
    for (const order of ORDERS) {
      const isOff = off.some((it) => it === order.status)
      expect([order, cancellationOf(order, "seller")]).toEqual([order, isOff ? null : "cancel"])
      const inTime = order.status === "shipped" ? "writeOff" : null
      expect([order, cancellationOf(order, "system")]).toEqual([order, isOff ? inTime : "cancel"])
      expect([order, cancellationOf(order, "deliverer")]).toEqual([order, null])
    }
  })

  it("leaves no order out of an admin's reach before its customer has it", { tags: ["ADMIN-20"] }, () => {
    for (const order of ORDERS) {
      const isOver = isComplete(order) || order.status === "cancelled"
      expect([order, cancellationOf(order, "admin") === null]).toEqual([order, isOver])
    }
  })

  it("has the goods of a cancelled order at the market, with a carrier, or with a courier", {
    tags: ["ADMIN-20"],
  }, () => {
    const placeOf = (fulfilment: Fulfilment) => (status: OrderStatus | null) =>
      goodsAt({ fulfilment, status })
    const delivery = [
      null,
      "pending",
      "waiting",
      "taken",
      "shipped",
      "picked up",
      "delivered",
      "cancelled",
    ] as const
    expect(delivery.map(placeOf("delivery"))).toEqual([
      ...Array.from({ length: 4 }, () => "market"),
      "carrier",
      "courier",
      null,
      null,
    ])
    const pickup = ["pending", "ready to pick up", "picked up", "cancelled"] as const
    expect(pickup.map(placeOf("pickup"))).toEqual(["market", "market", null, null])
  })
})
