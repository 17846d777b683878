import { addToCart } from "#core/cart/add-to-cart.server.ts"
import type { Database } from "#db/client.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "./markets.ts"
import { aCustomer } from "./people.ts"

type Facts = NonNullable<Parameters<typeof aMarket>[1]>
export type Wanted = { productId: string; size?: string; quantity?: number }[]

/** Two markets, by default in Manhattan: melons at $12.34 and shoes of two sizes at $120.00. */
export async function twoMarkets(db: Database, place: Facts = {}) {
  const stall = await aMarket(db, { ...place, name: "Chelsea Stall" })
  const store = await aMarket(db, {
    lat: 40.7264,
    lng: -73.9787,
    zip: "10009",
    ...place,
    name: "Shoe Corner",
  })
  const melon = await aProduct(db, stall, { name: "Sugar melon", priceCents: 1234, stock: 8 })
  const shoes = await aProduct(db, store, {
    name: "Walking shoes",
    category: "Shoes",
    section: "Sports Shoes",
    priceCents: 12_000,
    sizes: { "8": 5, "8.5": 5 },
  })
  return { stall, store, melon, shoes }
}

/** A customer with items in the cart. */
export async function aCustomerWith(db: Database, wanted: Wanted) {
  const customer = await aCustomer(db)
  const ctx = ctxFor({ db }, customer.actor)
  for (const { productId, size = "", quantity = 1 } of wanted)
    await addToCart(ctx, { productId, size, quantity })
  return { customer, ctx }
}
