import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { saveShipTo } from "#core/checkout/ship-to.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { carts } from "#db/schema/index.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, goToCheckout, stockOf, useCheckout } from "#tests/support/checkout.ts"

const checkout = useCheckout({ zips: true })
const { database, shopper, aVegetable, checkoutRow } = checkout
const WRONG_STATE = {
  code: "invalid",
  field: "state",
  message: "Zip code 10001 is in New York. Choose NY, or check the zip code.",
}

it("holds nothing for a kept address that is a post office box", { tags: ["SHIP-9"] }, async () => {
  const ctx = await shopper()
  const { id, variantId } = await aVegetable({ stock: 9 })
  await fillCart(ctx, [{ productId: id }])
  const shipTo = { ...SHIP_TO, address: "P.O. Box 12", email: "rosa@example.test" }
  await database.db
    .update(carts)
    .set({ fulfilment: "delivery", shipTo })
    .where(eq(carts.customerId, ctx.actor.userId))
  await expect(startCheckout(ctx)).rejects.toMatchObject({
    code: "invalid",
    field: "address",
    message: "A courier can't deliver to a P.O. box. Enter the street.",
  })
  expect(await stockOf(database.db, variantId)).toBe(9)
})

describe("an address whose state is not its zip's", { tags: ["PLACE-6", "MONEY-5"] }, () => {
  const pens = () => aVegetable({ category: "Office Supplies", stock: 9, priceCents: 1000 })

  it("is told where it is typed, so that no tax is dodged", async () => {
    const ctx = await shopper()
    const { id } = await pens()
    const { checkoutId } = await goToCheckout(ctx, [{ productId: id }], SHIP_TO)
    // 4% of $10.00 and of $3.99.
    expect((await checkoutRow(checkoutId)).taxCents).toBe(56)
    await expect(saveShipTo(ctx, { ...SHIP_TO, state: "OR" })).rejects.toMatchObject(WRONG_STATE)
    expect((await startCheckout(ctx)).checkoutId).toBe(checkoutId)
  })

  it("is told before anything is held where it was kept already", async () => {
    const ctx = await shopper()
    const { id, variantId } = await pens()
    await fillCart(ctx, [{ productId: id }])
    const shipTo = { ...SHIP_TO, state: "OR" as const, email: "rosa@example.test" }
    await database.db
      .update(carts)
      .set({ fulfilment: "delivery", shipTo })
      .where(eq(carts.customerId, ctx.actor.userId))
    await expect(startCheckout(ctx)).rejects.toMatchObject(WRONG_STATE)
    expect(await stockOf(database.db, variantId)).toBe(9)
  })
})
