import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { viewMarketShelves } from "#core/catalog/market-page.server.ts"
import { listBuyAgain } from "#core/catalog/suggested-products.server.ts"
import { cents } from "#core/money.ts"
import { orders } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

const database = useDatabase()
const aShopper = async () => {
  const customer = await aCustomer(database.db)
  return { customer, ctx: ctxFor(database, customer.actor) }
}

describe("a market's shelves", () => {
  it("are one row of four for each category, with how many there are, and nothing that is no longer sold", {
    tags: ["MARKET-11"],
  }, async () => {
    const { db } = database
    const { ctx } = await aShopper()
    const market = await aMarket(db)
    const boots = { category: "Shoes", section: "Working Shoes", sizes: { "9": 3, "9.5": 1 } } as const
    await aProduct(db, market, { name: "Barn boots", ...boots })
    for (let n = 1; n <= 6; n += 1) await aProduct(db, market, { name: `Tomato ${n}` })
    await aProduct(db, market, { category: "Dairy", name: "Gone", retiredAt: new Date() })
    await aProduct(db, await aMarket(db), { category: "Meat", name: "Another's" })
    const view = await viewMarketShelves(ctx, { marketId: market.id })
    expect(
      view.shelves.map(({ category, count, products }) => [
        category,
        count,
        products.map(({ name }) => name),
      ]),
    ).toEqual([
      ["Vegetables", 6, ["Tomato 1", "Tomato 2", "Tomato 3", "Tomato 4"]],
      ["Shoes", 1, ["Barn boots"]],
    ])
    expect(view).toMatchObject({ categories: ["Vegetables", "Shoes"], productCount: 7, isFavorite: false })
    expect(view.shelves[1]?.products[0]).toMatchObject({ stock: 4, priceCents: 400, image: null })
  })

  it("are none in a market without products, which has all categories in its menu", {
    tags: ["MARKET-2", "MARKET-6"],
  }, async () => {
    const { ctx } = await aShopper()
    const market = await aMarket(database.db)
    const view = await viewMarketShelves(ctx, { marketId: market.id })
    expect(view.shelves).toEqual([])
    expect(view.categories).toHaveLength(13)
  })

  it("are not found in a market that may not sell", { tags: ["MARKET-8"] }, async () => {
    const { ctx } = await aShopper()
    const market = await aMarket(database.db, { subscription: "cancelled" })
    for (const marketId of [market.id, "no-id"])
      await expect(viewMarketShelves(ctx, { marketId })).rejects.toMatchObject({ code: "not_found" })
  })
})

it("tells what delivery costs to where the customer is, from where it costs more, and where there is none", {
  tags: ["MARKET-12"],
}, async () => {
  const { ctx } = await aShopper()
  const market = await aMarket(database.db)
  await aCalendar(database.db, market, { deliveryRadiusMiles: 10, deliveryMinimumCents: cents(2_500) })
  const orderingFrom = async (near?: { lat: number; lng: number }) =>
    (await viewMarketShelves(ctx, { marketId: market.id, near })).ordering
  expect(await orderingFrom()).toMatchObject({ distanceMiles: null, deliveryFromCents: 399 })
  const near = await orderingFrom({ lat: 40.7506 + 3.5 / 69.09, lng: -73.9972 })
  expect(near.distanceMiles).toBeCloseTo(3.5, 1)
  expect(near).toMatchObject({ deliveryFromCents: 549, deliveryMinimumCents: 2_500, pickupMinimumCents: 0 })
  const far = await orderingFrom({ lat: 40.7506 + 11 / 69.09, lng: -73.9972 })
  expect(far.deliveryFromCents).toBeNull()
})

describe("what a customer can buy again", () => {
  it("is their own, at this market, for sale now, the last bought first, and four at most", {
    tags: ["MARKET-13"],
  }, async () => {
    const { db } = database
    const { customer, ctx } = await aShopper()
    const { customer: stranger } = await aShopper()
    const market = await aMarket(db)
    const elsewhere = await aMarket(db)
    const bought = async (facts: Parameters<typeof aProduct>[2], at = market, who = customer) => {
      const product = await aProduct(db, at, facts)
      await anOrder(db, { customer: who, market: at, product })
      return product
    }
    const namesFor = async () => (await listBuyAgain(ctx, { marketId: market.id })).map(({ name }) => name)
    await bought({ name: "A stranger's" }, market, stranger)
    await bought({ name: "From elsewhere" }, elsewhere)
    await bought({ name: "Retired", retiredAt: new Date() })
    await bought({ name: "Sold out", stock: 0 })
    expect(await namesFor()).toEqual([])
    const kale = await bought({ name: "Kale" })
    await bought({ name: "Milk" })
    expect(await namesFor()).toEqual(["Milk", "Kale"])
    await anOrder(db, { customer, market, product: kale })
    expect(await namesFor()).toEqual(["Kale", "Milk"])
    for (const name of ["Eggs", "Rice", "Corn"]) await bought({ name })
    expect(await namesFor()).toEqual(["Corn", "Rice", "Eggs", "Kale"])
    await db.update(orders).set({ cancelledAt: new Date() }).where(eq(orders.customerId, customer.userId))
    expect(await namesFor()).toEqual([])
  })
})
