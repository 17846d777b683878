import { expect, it } from "vitest"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()

it("finds the markets near a zip, nearest first", async () => {
  const { db } = server.database
  const place = await aPlace(server)
  await aMarket(db, { ...place, name: "Far Market", lat: place.lat + 0.1 })
  const near = await aMarket(db, { ...place, name: "Near Market" })
  const product = await aProduct(db, near, { name: "Curly kale" })
  const rosa = await visitor(server, (await aCustomer(db)).actor)
  const home = await rosa.open("/")
  const found = await home.press("Find markets", { Zip: place.zip })
  expect(found.get("heading", `2 markets near ${place.zip}`)).toBeTruthy()
  expect(found.text.indexOf("Near Market")).toBeLessThan(found.text.indexOf("Far Market"))
  const market = await found.follow("Check the market out: Near Market")
  const productPage = await market.follow("View Product: Curly kale")
  const back = await productPage.press("Add to the Cart", { Quantity: "2" })
  expect(back.path).toMatch(/^\/market-info/)
  const cart = await back.visitor.open("/shopping-cart")
  expect(cart.text).toContain("Total: $8.00")
  expect(cart.field("Quantity").value).toBe("2")
  const unsure = await cart.press("Proceed Checkout")
  expect(unsure.errorAt("Delivery or Pick up")).toBeTruthy()
  const pay = await cart.press("Proceed Checkout", { "Delivery or Pick up": "Pick up" })
  expect(pay.path).toBe("/pay")
  expect(product.name).toBe("Curly kale")
})
