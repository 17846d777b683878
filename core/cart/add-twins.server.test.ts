import { and, eq } from "drizzle-orm"
import fc from "fast-check"
import { expect, it } from "vitest"
import { type Added, addInOneStep, addStepByStep } from "#core/cart/add-to-cart.server.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { cents } from "#core/money.ts"
import type { Transaction } from "#db/client.ts"
import { cartLines, carts, checkoutLines, checkouts, outbox } from "#db/schema/index.ts"
import { ctxFor, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()
const clock = testClock()

const situation = fc.record({
  isApparel: fc.boolean(),
  size: fc.constantFrom("fits", "fits", "fits", "", "XXL"),
  stock: fc.integer({ min: 0, max: 9 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  inCart: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  held: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  sells: fc.constantFrom(true, true, true, false),
  isRetired: fc.constantFrom(false, false, false, true),
})

const UNDONE = new Error("undone")

/** What a way of adding does to the rows, which are then as they were. */
async function outcomeOf(ctx: CustomerContext, add: (tx: Transaction) => Promise<Added | null>) {
  const customerId = ctx.actor.userId
  let outcome: unknown
  await database.db
    .transaction(async (tx) => {
      const before = await tx.$count(outbox)
      const added = await add(tx)
      const lines = await tx.select().from(cartLines).where(eq(cartLines.customerId, customerId))
      const cart = await tx.select().from(carts).where(eq(carts.customerId, customerId))
      const events = (await tx.select().from(outbox).orderBy(outbox.id)).slice(before)
      outcome = {
        added: added && { ...added, lineId: lines.some(({ id }) => id === added.lineId) },
        lines: lines.map(({ id: _id, createdAt: _at, ...line }) => line),
        cart,
        events: events.map(({ event, payload, publishedAt }) => ({ event, payload, publishedAt })),
      }
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) outcome = error
    })
  return outcome
}

it("does in one step what it does step by step, or leaves it to the steps to say why not", async () => {
  const { db } = database
  const seen = { added: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(situation, async (facts) => {
      const market = await aMarket(db, { approval: facts.sells ? "approved" : "waiting" })
      const product = await aProduct(db, market, {
        category: facts.isApparel ? "Clothing" : "Vegetables",
        sizes: facts.isApparel ? { M: facts.stock, L: 9 } : { "": facts.stock },
        retiredAt: facts.isRetired ? clock.now() : null,
      })
      const { actor } = await aCustomer(db)
      const ctx = ctxFor(database, actor, { now: clock.now })
      const customerId = actor.userId
      if (facts.inCart !== null) {
        await db.insert(carts).values({ customerId })
        const line = { customerId, variantId: product.variantId, quantity: facts.inCart }
        await db.insert(cartLines).values({ ...line, seenPriceCents: cents(1) })
      }
      if (facts.held !== null) {
        const totals = {
          itemsCents: cents(400),
          taxCents: cents(0),
          deliveryCents: cents(0),
          totalCents: cents(400),
          fulfilment: "pickup" as const,
        }
        const [hold] = await db
          .insert(checkouts)
          .values({
            customerId,
            ...totals,
            taxProvider: "table",
            holdExpiresAt: clock.now(),
            holdEndsAt: clock.now(),
          })
          .returning()
        await db.insert(checkoutLines).values({
          checkoutId: hold!.id,
          marketId: market.id,
          productId: product.id,
          variantId: product.variantId,
          quantity: facts.held,
          unitPriceCents: cents(400),
          taxCents: cents(0),
          category: product.category,
          section: product.section,
          productName: product.name,
          size: "",
        })
      }
      const input = {
        productId: product.id,
        size: facts.size === "fits" ? product.variants[0]!.size : facts.size,
        quantity: facts.quantity,
      }
      const steps = await outcomeOf(ctx, (tx) => addStepByStep(tx, ctx, input))
      const atOnce = await outcomeOf(ctx, (tx) => addInOneStep(tx, ctx, input))
      if (steps instanceof DomainError) {
        seen.refused += 1
        expect(atOnce).toMatchObject({ added: null, events: [] })
      } else {
        seen.added += 1
        expect(atOnce).toEqual(steps)
      }
      await db.delete(checkouts).where(and(eq(checkouts.customerId, customerId)))
    }),
    { numRuns: 300 },
  )
  expect(seen.added).toBeGreaterThan(30)
  expect(seen.refused).toBeGreaterThan(30)
})
