import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { sweepUnfinishedPayments } from "#core/checkout/holds.server.ts"
import { sweepEvents } from "#core/payments/process-event.server.ts"
import { sweepDueRefunds } from "#core/payments/send-refund.server.ts"
import { checkouts, orders, variants } from "#db/schema/index.ts"
import { goToCheckout, stockOf, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout({ connections: 2 })
const BUN = join(import.meta.dirname, "../../node_modules/.bin/bun")

/** A separate process charges the customer and is killed with -9 before it has written anything about it. */
async function chargedAndKilled() {
  const ctx = await checkout.shopper()
  const melon = await checkout.aVegetable({ stock: 2 })
  const { checkoutId } = await goToCheckout(ctx, [{ productId: melon.id, quantity: 2 }])
  const child = spawn(
    BUN,
    [
      join(import.meta.dirname, "../../tests/support/programs/pay-and-die.ts"),
      checkout.database.url,
      checkout.sandbox.base,
      ctx.actor.userId,
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  )
  const [, signal] = await once(child, "exit")
  expect(signal).toBe("SIGKILL")
  const { stripePaymentIntentId } = await checkout.checkoutRow(checkoutId)
  const intent = await checkout.sandbox.stripe.paymentIntents.retrieve(stripePaymentIntentId!)
  expect(intent.status).toBe("succeeded")
  return { checkoutId, melon, paymentId: intent.id }
}

const ordersOf = (checkoutId: string) =>
  checkout.database.db.select().from(orders).where(eq(orders.checkoutId, checkoutId))

describe("killed between charge and completion", { tags: ["slow"] }, () => {
  it("has its order after the restart's sweep, and would not have it without", {
    timeout: 30_000,
    tags: ["PAY-23"],
  }, async () => {
    const { checkoutId, melon } = await chargedAndKilled()
    checkout.clock.advance({ minutes: 1 })
    // Without the sweep nothing happens; the sweep must fix this state.
    expect(await ordersOf(checkoutId)).toHaveLength(0)
    await sweepUnfinishedPayments(checkout.system())
    await sweepUnfinishedPayments(checkout.system())
    expect(await ordersOf(checkoutId)).toHaveLength(1)
    expect(await stockOf(checkout.database.db, melon.variantId)).toBe(0)
  })

  it("has its order by the events that the provider kept, when no webhook ever came", {
    timeout: 30_000,
    tags: ["PAY-23"],
  }, async () => {
    const { checkoutId } = await chargedAndKilled()
    await sweepEvents(checkout.system())
    checkout.clock.advance({ minutes: 2 })
    await sweepEvents(checkout.system())
    expect(await ordersOf(checkoutId)).toHaveLength(1)
  })

  it("has its money back when the things were sold meanwhile", {
    timeout: 30_000,
    tags: ["PAY-23"],
  }, async () => {
    const { checkoutId, melon, paymentId } = await chargedAndKilled()
    await checkout.database.db
      .update(checkouts)
      .set({ status: "released" })
      .where(eq(checkouts.id, checkoutId))
    await checkout.database.db.update(variants).set({ stock: 1 }).where(eq(variants.id, melon.variantId))
    await sweepEvents(checkout.system())
    checkout.clock.advance({ minutes: 2 })
    await sweepEvents(checkout.system())
    checkout.clock.advance({ minutes: 2 })
    await sweepDueRefunds(checkout.system())
    const { data } = await checkout.sandbox.stripe.refunds.list({ payment_intent: paymentId })
    expect(data.map((refund) => refund.amount)).toEqual([800])
    expect(await ordersOf(checkoutId)).toHaveLength(0)
  })
})
