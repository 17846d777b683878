import { aCalendar, aMarket, aProduct } from "./factories/markets.ts"
import { aPlace } from "./places.ts"
import type { Site } from "./server.ts"

/** Two markets near their own ZIP code that sell eggs and accept orders. */
export async function eggsNearby(server: Pick<Site, "url" | "database">) {
  const { db } = server.database
  const place = await aPlace(server)
  const close = await aMarket(db, { ...place, name: "Canton Square Greens" })
  const far = await aMarket(db, { ...place, name: "Greektown Table", lat: place.lat + 0.05 })
  for (const market of [close, far]) await aCalendar(db, market)
  await aProduct(db, close, { name: "Large Brown Eggs", priceCents: 549, stock: 3 })
  await aProduct(db, far, { name: "Duck Eggs", priceCents: 690, stock: 8 })
  return { place, close, far }
}
