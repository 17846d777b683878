import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { clearCart } from "#core/cart/remove-from-cart.server.ts"
import type { Actor } from "#core/context.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import { checkouts } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { BILLING } from "#tests/support/billing.ts"
import { goToCheckout, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor } from "#tests/support/database.ts"
import { beginPayment } from "./begin-payment.server.ts"
import { CHECKOUT_STATUSES } from "./checkout.ts"
import { completeCheckout } from "./complete-checkout.server.ts"
import { expireHolds } from "./holds.server.ts"
import { moveCheckout } from "./move-checkout.server.ts"

const checkout = useCheckout()
const { database, clock, system, shopper, aVegetable } = checkout

const ROLES = ["customer", "seller", "deliverer", "admin", "system"] as const
const MOVES = ["cancelPayment", "complete", "refund", "release"] as const

/** Every move of a checkout that exists and is not being paid: from which status to which, by which roles. */
const TABLE = [
  "cancelPayment: paying → open by customer system",
  "complete: open paying released → completed by customer system",
  "refund: open paying released → refunded by customer system",
  "release: open → released by customer seller deliverer system",
]

class Undone extends Error {}

/** The checkout's steps, each as "pay open → paying customer". */
async function stepsFrom(checkoutId: string) {
  const steps = await stepsOf(database.db, "checkout", [checkoutId])
  return steps(checkoutId).map(
    ({ move, from, to, actorRole }) => `${move} ${from ?? "-"} → ${to} ${actorRole}`,
  )
}

async function started() {
  const ctx = await shopper()
  const melon = await aVegetable({ stock: 2 })
  const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
  return { ctx, checkoutId, melon }
}

describe("every status × move × role", () => {
  it("moves a checkout as the table says and in no other way, and writes each move down", {
    tags: ["PAY-15", "HIST-1"],
    timeout: 60_000,
  }, async () => {
    const { checkoutId } = await started()
    const found: { move: string; from: string; to: string; role: string }[] = []
    for (const move of MOVES)
      for (const from of CHECKOUT_STATUSES)
        for (const role of ROLES)
          await transaction(database.db, async (tx) => {
            await tx.update(checkouts).set({ status: from }).where(eq(checkouts.id, checkoutId))
            const actor = role === "system" ? { role } : { role, userId: crypto.randomUUID() }
            const ctx = ctxFor(database, actor as Actor)
            const moved = await moveCheckout(ctx, tx, { checkoutId, move })
            if (moved) {
              const [, step] = (await stepsOf(tx, "checkout", [checkoutId]))(checkoutId)
              expect(step).toMatchObject({ move, from, to: moved.status, actorRole: role })
              found.push({ move, from, to: moved.status, role })
            }
            throw new Undone()
          }).catch((error: Error) => {
            const isRejected = error.message === `The move ${move} is not for a ${role} to make.`
            if (!(error instanceof Undone || isRejected)) throw error
          })
    const lines = MOVES.map((move) => {
      const all = found.filter((one) => one.move === move)
      const from = [...new Set(all.map((one) => one.from))]
      const roles = [...new Set(all.map(({ role }) => role))]
      expect([move, all.length]).toEqual([move, from.length * roles.length])
      return `${move}: ${from.join(" ")} → ${all[0]?.to} by ${roles.join(" ")}`
    })
    expect(lines).toEqual(TABLE)
  })
})

describe("the history of a checkout", { tags: ["HIST-1"] }, () => {
  it("is its start, its payment however often it is begun, and its completion, and each order's beginning", async () => {
    const { ctx } = await started()
    await beginPayment(ctx, BILLING)
    const { checkoutId } = await payByCard(ctx, checkout.sandbox.stripe)
    const completion = await completeCheckout(system(), { checkoutId })
    expect(await stepsFrom(checkoutId)).toEqual([
      "start - → open customer",
      "pay open → paying customer",
      "complete paying → completed system",
    ])
    if (completion.outcome !== "completed") throw new Error("It was not paid.")
    const [orderId = ""] = completion.orderIds
    const placed = await stepsOf(database.db, "order", [orderId])
    expect(placed(orderId)).toMatchObject([
      { move: "place", from: null, to: "pending", actorRole: "system", at: clock.now() },
    ])
  })

  it("is its release by who empties the cart", async () => {
    const { ctx, checkoutId } = await started()
    await clearCart(ctx)
    expect(await stepsFrom(checkoutId)).toEqual([
      "start - → open customer",
      "release open → released customer",
    ])
  })

  it("is the end of its payment and of its hold, when that ran out", async () => {
    const { ctx, checkoutId } = await started()
    await beginPayment(ctx, BILLING)
    clock.advance({ minutes: 31 })
    await expireHolds(system())
    expect(await stepsFrom(checkoutId)).toEqual([
      "start - → open customer",
      "pay open → paying customer",
      "cancelPayment paying → open system",
      "release open → released system",
    ])
  })
})
