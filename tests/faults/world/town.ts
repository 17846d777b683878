import { createSessions } from "#server/auth/sessions.ts"
import { cookieHeader } from "#tests/support/api.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { Cluster } from "./cluster.ts"

export type Buyer = { userId: string; email: string; cookie: string }
export type Thing = { marketId: string; productId: string; variantId: string; priceCents: number }
export type Seller = { userId: string; marketId: string; cookie: string }

/** The people of a cluster: sellers whose markets have plenty in stock, and signed-in customers. */
export interface Town {
  sellers: Seller[]
  things: Thing[]
  buyers: Buyer[]
}

const STOCK = 100_000

export async function settleTown(
  cluster: Cluster,
  counts: { markets?: number; buyers?: number } = {},
): Promise<Town> {
  const { markets = 4, buyers = 8 } = counts
  const { db } = cluster.database
  const sessions = createSessions({ db, secret: cluster.authSecret })
  const cookieOf = async (actor: { userId: string; role: "customer" | "seller" }) =>
    cookieHeader(await sessions.open(new Request(cluster.site), actor))
  const town: Town = { sellers: [], things: [], buyers: [] }
  for (let n = 0; n < markets; n++) {
    const market = await aMarket(db, { name: `Corner ${n + 1}` })
    town.sellers.push({ userId: market.sellerId, marketId: market.id, cookie: await cookieOf(market.actor) })
    for (let m = 0; m < 3; m++) {
      const priceCents = 250 + 125 * m
      const product = await aProduct(db, market, { priceCents, stock: STOCK })
      town.things.push({
        marketId: market.id,
        productId: product.id,
        variantId: product.variantId,
        priceCents,
      })
    }
  }
  for (let n = 0; n < buyers; n++) {
    const { userId, email, actor } = await aCustomer(db)
    town.buyers.push({ userId, email, cookie: await cookieOf(actor) })
  }
  return town
}
