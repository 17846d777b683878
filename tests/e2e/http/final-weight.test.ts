import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { orderLines, orders, products } from "#db/schema/index.ts"
import { aShopper, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db
const RULE = "Only a product with a unit of weight can be priced by final weight."
const BOX = "Priced by final weight"

async function aSeller() {
  const market = await aMarket(db())
  return { market, seller: await visitor(server, market.actor) }
}

const productsOf = (marketId: string) => db().select().from(products).where(eq(products.marketId, marketId))

describe("a product by final weight", { tags: ["NOJS-5"] }, () => {
  it("is listed in the wizard, only with a unit of weight", { tags: ["LIST-25"] }, async () => {
    const { seller, market } = await aSeller()
    const category = await seller.open("/add-product")
    const hint = category.document.getElementById(category.field(BOX).getAttribute("aria-describedby")!)
    expect(hint?.textContent).toContain("You weigh it when you pack.")
    const typed = {
      Category: "Meat",
      Price: "18",
      "Unit (optional)": "pint",
      "Amount (optional)": "3",
      [BOX]: true,
    }
    const rejected = await category.press("Next", typed)
    expect([rejected.status, rejected.errorAt(BOX)]).toEqual([422, RULE])
    expect(rejected.field(BOX).hasAttribute("checked")).toBe(true)
    const description = await rejected.press("Next", { "Unit (optional)": "lb" })
    const again = await seller.open("/add-product?step=1")
    expect(again.field(BOX).hasAttribute("checked")).toBe(true)
    const images = await description.press("Next", {
      Section: "Meat",
      "Product name": "Pork shoulder",
      Description: "For the smoker.",
    })
    await images.press("Submit")
    expect(await productsOf(market.id)).toMatchObject([{ unit: "lb", unitAmount: 3, byWeight: true }])
  })

  it("becomes one, and an ordinary one again, on the edit page", { tags: ["LIST-25"] }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(db(), market, { unit: "bunch" })
    const edit = await seller.open(`/edit-product?product=${product.id}`)
    expect(edit.field(BOX).hasAttribute("aria-required")).toBe(false)
    const rejected = await edit.press("Update", { [BOX]: true })
    expect([rejected.status, rejected.errorAt(BOX)]).toEqual([422, RULE])
    const updated = await rejected.press("Update", { "Unit (optional)": "oz", "Amount (optional)": "12" })
    expect(await productsOf(market.id)).toMatchObject([{ unit: "oz", unitAmount: 12, byWeight: true }])
    expect(updated.field(BOX).hasAttribute("checked")).toBe(true)
    await updated.press("Update", { [BOX]: false })
    expect(await productsOf(market.id)).toMatchObject([{ unit: "oz", unitAmount: 12, byWeight: false }])
  })

  it("says from its page to the order that its price is the most that is paid", {
    tags: ["CATALOG-14"],
  }, async () => {
    const { seller, market } = await aSeller()
    const facts = { name: "Pork shoulder", priceCents: 1800, unit: "lb", unitAmount: 3 } as const
    const pork = await aProduct(db(), market, { ...facts, byWeight: true })
    const { shopper, customer } = await aShopper(server, [{ productId: pork.id, quantity: 2 }])

    const page = await shopper.open(`/view-product?product=${pork.id}`)
    expect(page.text).toContain("At most, for 3 lb · $6.00 / lb")
    expect(page.text).toContain("You pay for the weight that is packed.")
    const shelf = await shopper.open(`/market-info?market=${market.id}`)
    expect(shelf.text).toContain("At most, for 3 lb · $6.00 / lb")
    expect(shelf.get("complementary", "In your cart").textContent).toContain("at most $36.00")

    const note = "The price of an item by final weight is the most it costs."
    const cart = await shopper.open("/shopping-cart")
    for (const text of ["$18.00 at most, for 3 lb · $6.00 / lb", "at most $36.00", note])
      expect(cart.text).toContain(text)
    const pay = await proceed(shopper, "Pick up")
    for (const text of ["2 × Pork shoulder, 3 lb, by final weight", "at most $36.00", note])
      expect(pay.text).toContain(text)

    await payOnProviderPage(pay)
    const [order] = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
    const lines = await db().select().from(orderLines).where(eq(orderLines.orderId, order!.id))
    expect(lines).toMatchObject([{ unit: "lb", unitAmount: 3, byWeight: true, quantity: 2 }])
    // A later change of the product does not change what was ordered.
    await db().update(products).set({ byWeight: false, unit: "each" }).where(eq(products.id, pork.id))
    for (const [person, path] of [
      [shopper, `/order?OrderID=${order!.id}`],
      [shopper, `/order-details?OrderDetails=${order!.id}`],
      [seller, `/order-seller?OrderID=${order!.id}`],
      [seller, `/marketOrderDetails?OrderDetails=${order!.id}`],
    ] as const)
      expect([path, (await person.open(path)).text]).toEqual([
        path,
        expect.stringContaining("By final weight, at most 6 lb"),
      ])
    expect((await seller.open("/marketOrders")).text).toContain("Pork shoulder, 3 lb, by final weight")
  })

  it("is an ordinary one everywhere else", { tags: ["CATALOG-14"] }, async () => {
    const { market } = await aSeller()
    const beans = await aProduct(db(), market, { priceCents: 450, unit: "lb" })
    const { shopper } = await aShopper(server, [{ productId: beans.id }])
    const pages = [await shopper.open(`/view-product?product=${beans.id}`), await proceed(shopper, "Pick up")]
    for (const page of [...pages, await shopper.open("/shopping-cart")]) {
      expect(page.text).not.toContain("at most $")
      expect(page.text).not.toContain("final weight")
    }
  })
})
