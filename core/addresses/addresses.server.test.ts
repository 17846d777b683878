import { SECRET_KEY } from "@pushcart/stripe-sandbox/start-sandbox"
import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import type { CourierContext, CustomerContext } from "#core/context.ts"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { viewDeliveries } from "#core/deliveries/view-deliveries.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { carts, deliveries, markets, orders } from "#db/schema/index.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { SHIP_TO } from "#tests/support/billing.ts"
import { fillCart, payByCard, useCheckout } from "#tests/support/checkout.ts"
import { ctxFor, personIn } from "#tests/support/database.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { listAddresses } from "./list-addresses.server.ts"
import { deleteAddress, saveAddress, saveCartAddress } from "./save-address.server.ts"
import { shipToAddress } from "./ship-to-address.server.ts"

const checkout = useCheckout({ zips: true })
const { database, shopper, aVegetable, checkoutRow } = checkout

const HOME = { ...SHIP_TO, label: "Home", instructions: "Gate code Xylo", isFirstChoice: false }
const WORK = { ...HOME, label: "Work", address: "45 W 34th St", instructions: null }
const labels = async (ctx: CustomerContext) =>
  (await listAddresses(ctx)).map(({ label, isFirstChoice }) => (isFirstChoice ? `${label}!` : label))

describe("saved addresses", () => {
  it("have one first choice, whatever is added, chosen and deleted", async () => {
    const ctx = await shopper()
    const home = await saveAddress(ctx, HOME)
    const work = await saveAddress(ctx, WORK)
    expect(await labels(ctx)).toEqual(["Home!", "Work"])
    await saveAddress(ctx, { ...WORK, id: work.addressId, isFirstChoice: true })
    expect(await labels(ctx)).toEqual(["Work!", "Home"])
    await saveAddress(ctx, { ...WORK, id: work.addressId, label: "Office" })
    expect(await labels(ctx)).toEqual(["Office!", "Home"])
    await deleteAddress(ctx, work)
    expect(await labels(ctx)).toEqual(["Home!"])
    await deleteAddress(ctx, home)
    expect(await labels(ctx)).toEqual([])
  })

  it("lie in the state of their zip, and are not more than twenty", async () => {
    const ctx = await shopper()
    await expect(saveAddress(ctx, { ...HOME, state: "OR" })).rejects.toMatchObject({ field: "state" })
    const nowhere = { ...HOME, zip: "99999" }
    await expect(saveAddress(ctx, nowhere)).rejects.toMatchObject({ code: "invalid", field: "zip" })
    expect(await labels(ctx)).toEqual([])
    for (let number = 1; number <= 20; number += 1)
      await saveAddress(ctx, { ...HOME, address: `${number} Main St` })
    await expect(saveAddress(ctx, WORK)).rejects.toMatchObject({ code: "not_allowed" })
  })

  it("lose nothing when another one of the same place is added, and are not there twice when sent twice", async () => {
    const ctx = await shopper()
    const mother = { ...HOME, label: "Mother", firstName: "Leona", instructions: null }
    const home = await saveAddress(ctx, HOME)
    const another = await saveAddress(ctx, mother)
    expect(await saveAddress(ctx, HOME)).toEqual(home)
    expect(await saveAddress(ctx, mother)).toEqual(another)
    expect(await listAddresses(ctx)).toMatchObject([
      { label: "Home", firstName: HOME.firstName, instructions: "Gate code Xylo", isFirstChoice: true },
      { label: "Mother", firstName: "Leona", instructions: null, isFirstChoice: false },
    ])
  })

  it("are not there twice when a cart's address is saved again with a change", async () => {
    const ctx = await shopper()
    await saveCartAddress(ctx, HOME)
    await saveCartAddress(ctx, { ...HOME, label: "Our home" })
    expect(await labels(ctx)).toEqual(["Our home!"])
    // A form without a label does not remove the saved one.
    await saveCartAddress(ctx, { ...HOME, label: "" })
    expect(await labels(ctx)).toEqual(["Our home!"])
  })

  it("of another customer are not found", async () => {
    const [mine, theirs] = [await shopper(), await shopper()]
    const { addressId } = await saveAddress(theirs, HOME)
    for (const id of [addressId, "nonsense", crypto.randomUUID()]) {
      const isNotFound = { code: "not_found" }
      await expect(saveAddress(mine, { ...WORK, id })).rejects.toMatchObject(isNotFound)
      await expect(deleteAddress(mine, { addressId: id })).rejects.toMatchObject(isNotFound)
      await expect(shipToAddress(mine, { addressId: id })).rejects.toMatchObject(isNotFound)
    }
    expect(await labels(theirs)).toEqual(["Home!"])
  })

  it("are what the cart goes to as they are now, also after checkout was begun", async () => {
    const ctx = await shopper()
    const pens = await aVegetable({ category: "Office Supplies", stock: 9, priceCents: 1000 })
    await fillCart(ctx, [{ productId: pens.id }])
    const { addressId } = await saveAddress(ctx, HOME)
    await shipToAddress(ctx, { addressId })
    const first = await startCheckout(ctx)
    expect((await checkoutRow(first.checkoutId)).shipTo).toMatchObject({ instructions: "Gate code Xylo" })
    await saveAddress(ctx, { ...HOME, id: addressId, instructions: "Ring twice" })
    const second = await startCheckout(ctx)
    expect((await checkoutRow(second.checkoutId)).shipTo).toMatchObject({
      instructions: "Ring twice",
      addressId,
    })
    const [cart] = await database.db.select().from(carts).where(eq(carts.customerId, ctx.actor.userId))
    expect(cart!.shipTo?.email).toContain("@")
  })
})

describe("drop-off instructions", () => {
  it("are told to the courier once the delivery is taken, and to nobody else", async () => {
    const ctx = await shopper()
    const pens = await aVegetable({ category: "Office Supplies", stock: 9, priceCents: 1000 })
    await fillCart(ctx, [{ productId: pens.id }])
    const { addressId } = await saveAddress(ctx, HOME)
    await shipToAddress(ctx, { addressId })
    await startCheckout(ctx)
    const { checkoutId } = await payByCard(
      ctx,
      stripeClient({ secretKey: SECRET_KEY, apiUrl: checkout.sandbox.base }),
    )
    await completeCheckout(checkout.system(), { checkoutId })
    const [row] = await database.db
      .select({ delivery: deliveries })
      .from(deliveries)
      .innerJoin(orders, eq(orders.id, deliveries.orderId))
      .where(eq(orders.checkoutId, checkoutId))
    const delivery = row!.delivery
    const orderId = delivery.orderId
    expect(delivery).toMatchObject({ instructions: "Gate code Xylo", addressId })
    const [market] = await database.db.select().from(markets).where(eq(markets.id, pens.marketId))
    const seller = ctxFor(database, personIn("seller", market!.userId, pens.marketId), checkout.parts())
    await chooseCourier(seller, { orderId: orderId, hasDeliverer: false })
    const courier: CourierContext = ctxFor(database, (await aCourier(database.db)).actor)
    const near = { lat: market!.lat!, lng: market!.lng! }
    const offered = await viewDeliveries(courier, near)
    expect(offered.waiting.map(({ id }) => id)).toContain(delivery.id)
    const elsewhere = [offered, await viewSellerOrder(seller, orderId), await viewCustomerOrder(ctx, orderId)]
    expect(JSON.stringify(elsewhere)).not.toMatch(/Xylo/)
    await takeDelivery(courier, delivery.id)
    expect((await viewDeliveries(courier, near)).active?.instructions).toBe("Gate code Xylo")
  })
})
