import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import type { Actor } from "#core/context.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { moveStatus } from "./move-order.server.ts"
import { type MoveName, ORDER_MOVES } from "./moves.ts"
import { ORDER_STATUSES } from "./statuses.ts"

const database = useDatabase()

const ROLES = ["customer", "seller", "deliverer", "admin", "system"] as const
const STATUSES = [null, ...ORDER_STATUSES]
const MOVES = Object.keys(ORDER_MOVES) as MoveName[]
/** How an order gets to its customer: by pickup, not decided yet, by the seller's own person, or by a courier. */
const WAYS = { pickup: undefined, undecided: null, own: true, platform: false }

const before = "none, pending, ready to pick up, waiting, taken"
/** Every move: for which orders, from and to which status, and by which roles. */
const TABLE = [
  "setPending: pickup, ready to pick up → pending by seller",
  "setReady: pickup, pending → ready to pick up by seller",
  "handOver: pickup, pending, ready to pick up → picked up by seller",
  "startDelivery: undecided own platform, none → pending by seller",
  "takeBack: own, pending → none by seller",
  "ship: own, pending → shipped by seller",
  "markDelivered: own, pending, shipped → delivered by seller",
  "offer: undecided own platform, none → waiting by seller",
  "withdraw: platform, waiting → none by seller system",
  "take: platform, waiting → taken by deliverer",
  "giveBack: platform, taken → waiting by deliverer admin",
  "pickUp: platform, taken → picked up by deliverer",
  "deliver: platform, picked up → delivered by deliverer",
  `cancel: pickup undecided own platform, ${before} → cancelled by seller admin system`,
  "writeOff: undecided own platform, shipped → cancelled by admin system",
  "callOff: undecided own platform, picked up → cancelled by admin",
  "undoSetPending: pickup, pending → ready to pick up by seller",
  "undoSetReady: pickup, ready to pick up → pending by seller",
  "undoHandOver: pickup, picked up → ready to pick up by seller",
  "undoHandOverOfPending: pickup, picked up → pending by seller",
  "undoStartDelivery: own, pending → none by seller",
  "undoTakeBack: undecided own platform, none → pending by seller",
  "undoShip: own, shipped → pending by seller",
  "undoMarkDelivered: own, delivered → pending by seller",
  "undoMarkDeliveredOfShipped: own, delivered → shipped by seller",
  "undoOffer: platform, waiting → none by seller",
  "undoWithdraw: undecided own platform, none → waiting by seller",
]

async function orders4() {
  const { db } = database
  const market = await aMarket(db)
  const sold = { customer: await aCustomer(db), market, product: await aProduct(db, market) }
  const made: Record<string, string> = {}
  for (const [way, hasDeliverer] of Object.entries(WAYS)) {
    const fulfilment = hasDeliverer === undefined ? "pickup" : "delivery"
    const { id } = await anOrder(db, { ...sold, fulfilment })
    if (hasDeliverer !== undefined)
      await db.update(deliveries).set({ hasDeliverer }).where(eq(deliveries.orderId, id))
    made[way] = id
  }
  return { made, market }
}

class Undone extends Error {}

async function tried(role: (typeof ROLES)[number], orderId: string, move: MoveName, tx: Transaction) {
  const actor = role === "system" ? { role } : { role, userId: crypto.randomUUID() }
  const ctx = ctxFor(database, actor as Actor)
  const moved = await moveStatus(ctx, tx, { orderId, move, mine: undefined })
  return moved && { to: moved.status, steps: (await stepsOf(tx, "order", [orderId]))(orderId), actor }
}

const named = (status: string | null) => status ?? "none"
const distinct = (texts: readonly string[], of: readonly string[]) =>
  of.filter((text) => texts.includes(text))

describe("every status × move × role", () => {
  it("moves an order as the table says and in no other way, and writes each move down", {
    tags: ["ORDER-8", "HIST-1"],
    timeout: 120_000,
  }, async () => {
    const { made } = await orders4()
    const found = new Map<MoveName, { way: string; from: string; to: string; role: string }[]>()
    for (const [way, orderId] of Object.entries(made))
      for (const status of STATUSES)
        for (const move of MOVES)
          for (const role of ROLES)
            await transaction(database.db, async (tx) => {
              await tx.update(orders).set({ status }).where(eq(orders.id, orderId))
              const made = await tried(role, orderId, move, tx)
              if (made) {
                const step = { move, from: status, to: made.to, actorRole: role }
                const actorId = "userId" in made.actor ? made.actor.userId : null
                expect(made.steps).toEqual([{ ...step, actorId, at: expect.any(Date) }])
                const one = { way, from: named(status), to: named(made.to), role }
                found.set(move, [...(found.get(move) ?? []), one])
              }
              throw new Undone()
            }).catch((error: Error) => {
              const isRejected = error.message === `The move ${move} is not for a ${role} to make.`
              if (!(error instanceof Undone || isRejected)) throw error
            })
    const lines = [...found].map(([move, all]) => {
      const ways = distinct(
        all.map(({ way }) => way),
        Object.keys(WAYS),
      )
      const from = distinct(
        all.map((one) => one.from),
        STATUSES.map(named),
      )
      const roles = distinct(
        all.map(({ role }) => role),
        ROLES,
      )
      // The move is allowed for every combination of these orders, statuses and roles.
      expect([move, all.length]).toEqual([move, ways.length * from.length * roles.length])
      return `${move}: ${ways.join(" ")}, ${from.join(", ")} → ${all[0]!.to} by ${roles.join(" ")}`
    })
    expect(lines.toSorted()).toEqual(TABLE.toSorted())
  })
})
