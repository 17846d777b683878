import { expect, it } from "vitest"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { moreFromMarket } from "./suggested-products.server.ts"

const database = useDatabase()

it("shows four others in stock, of the same category first and from the product on, and counts all that is sold", {
  tags: ["PROD-2"],
}, async () => {
  const { db } = database
  const customer = ctxFor(database, (await aCustomer(db)).actor)
  const market = await aMarket(db)
  const plums = await aProduct(db, market, { name: "Plums", category: "Fruits" })
  const leeks = await aProduct(db, market, { name: "Leeks" })
  const chard = await aProduct(db, market, { name: "Chard" })
  await aProduct(db, market, { name: "Sold out", stock: 0 })
  await aProduct(db, market, { name: "Gone", retiredAt: new Date() })
  await aProduct(db, market, { name: "Fennel", priceCents: 350, unit: "lb" })
  await aProduct(db, await aMarket(db), { name: "Another market's" })

  const more = await moreFromMarket(customer, chard)
  expect(more.products.map(({ name }) => name)).toEqual(["Fennel", "Leeks", "Plums"])
  expect(more.products[0]).toMatchObject({ priceCents: 350, severalPrices: false, stock: 10, unit: "lb" })
  // A sold-out product still counts; a retired one does not.
  expect(more.total).toBe(5)

  await aProduct(db, market, { name: "Radishes" })
  await aProduct(db, market, { name: "Celery" })
  const four = await moreFromMarket(customer, leeks)
  expect(four.products.map(({ name }) => name)).toEqual(["Chard", "Fennel", "Radishes", "Celery"])

  const alone = await aProduct(db, await aMarket(db))
  expect(await moreFromMarket(customer, alone)).toEqual({ products: [], total: 0 })
  expect((await moreFromMarket(customer, plums)).products).toHaveLength(4)
})
