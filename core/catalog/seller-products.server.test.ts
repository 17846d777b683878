import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { productInput } from "#core/catalog/product-facts.ts"
import {
  createProduct,
  deleteProduct,
  listOwnProducts,
  viewOwnProduct,
} from "#core/catalog/seller-products.server.ts"
import { updateProduct } from "#core/catalog/update-product.server.ts"
import { cents } from "#core/money.ts"
import { products, variants } from "#db/schema/index.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { someFacts } from "#tests/support/factories/product-facts.ts"
import { categoryStepFor } from "./product-steps.ts"

const database = useDatabase()

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const market = await aMarket(database.db, facts)
  return { market, seller: ctxFor(database, market.actor) }
}

const tomatoes = productInput.parse({
  category: "Vegetables",
  section: "Tomatoes",
  name: "Heirloom tomatoes",
  description: "Picked this morning.",
  priceCents: "4.50",
  stock: "12",
})

const boots = {
  category: "Shoes",
  section: "Working Shoes",
  name: "Barn boots",
  description: "They last.",
  gender: "Male",
  age: "Mens",
}

describe("listing a product", () => {
  it("lists it once however often the same form is sent", { tags: ["LIST-9"] }, async () => {
    const { seller } = await aSeller()
    const first = await createProduct(seller, tomatoes, "form-1")
    expect(await createProduct(seller, tomatoes, "form-1")).toEqual(first)
    expect(await listOwnProducts(seller, {})).toMatchObject({
      total: 1,
      products: [{ priceCents: 450, stock: 12 }],
    })
  })

  it("rejects a seller who is not approved, not onboarded or not subscribed", {
    tags: ["SELL-12"],
  }, async () => {
    const lacking = [{ approval: "waiting" }, { onboarded: false }, { subscription: "cancelled" }] as const
    for (const facts of lacking) {
      const { seller, market } = await aSeller(facts)
      await expect(createProduct(seller, tomatoes)).rejects.toMatchObject({ code: "not_allowed" })
      const old = await aProduct(database.db, market)
      await expect(
        updateProduct(seller, { productId: old.id, size: "", ...someFacts() }),
      ).rejects.toMatchObject({ code: "not_allowed" })
    }
  })

  it("keeps every size with its own price and stock, and shows the lowest price", {
    tags: ["LIST-18"],
  }, async () => {
    const { seller } = await aSeller()
    const input = productInput.parse({
      ...boots,
      sizes: [
        { size: "9", stock: 3, priceCents: 60 },
        { size: "9.5", stock: 1, priceCents: "55.5" },
      ],
    })
    const { productId } = await createProduct(seller, input)
    const view = await viewOwnProduct(seller, productId)
    expect(view.variants.map((v) => [v.size, v.priceCents, v.stock])).toEqual([
      ["9", 6000, 3],
      ["9.5", 5550, 1],
    ])
    expect((await listOwnProducts(seller, { category: "Shoes" })).products[0]).toMatchObject({
      priceCents: 5550,
      severalPrices: true,
      stock: 4,
    })
  })

  it("rejects a size twice, a size of another kind, no size at all, and a section of another category", {
    tags: ["LIST-18"],
  }, () => {
    const issues = (input: unknown) =>
      productInput.safeParse(input).error?.issues.map((issue) => issue.message)
    const size = { size: "9", stock: 1, priceCents: 10 }
    expect(issues({ ...boots, sizes: [size, size] })).toEqual(["Choose another size."])
    expect(issues({ ...boots, sizes: [{ ...size, size: "XL" }] })).toEqual(["Choose another size."])
    expect(issues({ ...boots, sizes: [size], section: "Cheese" })).toEqual([
      "Choose a section of this category.",
    ])
    expect(productInput.safeParse({ ...boots, sizes: [] }).success).toBe(false)
    expect(productInput.safeParse({ ...tomatoes, priceCents: 0.05 }).success).toBe(false)
  })
})

describe("another seller's product", () => {
  it("is not found on every path, and nothing changes", { tags: ["LIST-19"] }, async () => {
    const { market } = await aSeller()
    const { seller: stranger } = await aSeller()
    const product = await aProduct(database.db, market)
    const update = { productId: product.id, size: "", ...someFacts({ name: "Mine" }) }
    await expect(viewOwnProduct(stranger, product.id)).rejects.toMatchObject({ code: "not_found" })
    await expect(updateProduct(stranger, update)).rejects.toMatchObject({ code: "not_found" })
    await expect(deleteProduct(stranger, product.id)).rejects.toMatchObject({ code: "not_found" })
    const [row] = await database.db.select().from(products).where(eq(products.id, product.id))
    expect(row).toMatchObject({ name: product.name, retiredAt: null })
  })
})

describe("the unit of a product", () => {
  it("is kept by an edit that says nothing of it, and taken back by a form that was emptied", async () => {
    const { seller, market } = await aSeller()
    const { id: productId } = await aProduct(database.db, market)
    const facts = someFacts({ name: "Jam" })
    const update = { productId, size: "", ...facts }
    const oz = { unit: "oz", unitAmount: 12 } as const
    await updateProduct(seller, { ...update, ...oz })
    await updateProduct(seller, { ...update, unit: undefined, unitAmount: undefined })
    expect(await viewOwnProduct(seller, productId)).toMatchObject(oz)
    await updateProduct(seller, { ...update, shown: { ...facts, ...oz } })
    expect(await viewOwnProduct(seller, productId)).toMatchObject({ unit: null, unitAmount: null })
  })

  it("is asked for where there is an amount, and stays out of a product that has none", () => {
    const product = { ...tomatoes, unit: null, unitAmount: "12" }
    expect(productInput.safeParse(product).error?.issues[0]?.message).toBe("Choose a unit for this amount.")
    expect(productInput.parse({ ...product, unit: "oz" })).toMatchObject({ unit: "oz", unitAmount: 12 })
  })

  it("is one of weight where the price is by final weight, whoever chose the one or the other", {
    tags: ["LIST-25"],
  }, async () => {
    const message = "Only a product with a unit of weight can be priced by final weight."
    const product = { ...tomatoes, byWeight: true }
    expect(productInput.safeParse(product).error?.issues).toMatchObject([{ message, path: ["byWeight"] }])
    expect(productInput.parse({ ...product, unit: "oz" })).toMatchObject({ unit: "oz", byWeight: true })

    const { seller, market } = await aSeller()
    const { id: productId } = await aProduct(database.db, market, { unit: "lb", byWeight: true })
    const { name, description } = await viewOwnProduct(seller, productId)
    const shown = someFacts({ name, description, unit: "lb" })
    const bunch = { ...shown, unit: "bunch" } as const
    const unitOnly = { productId, size: "", ...bunch, byWeight: undefined }
    const rejection = { code: "invalid", message, field: "byWeight" }
    // By the API, which leaves the box as it is, and by a form that was opened before the box was ticked.
    await expect(updateProduct(seller, unitOnly)).rejects.toMatchObject(rejection)
    await expect(updateProduct(seller, { ...unitOnly, ...bunch, shown })).rejects.toMatchObject(rejection)
    expect(await viewOwnProduct(seller, productId)).toMatchObject({ unit: "lb", byWeight: true })
    await updateProduct(seller, { ...unitOnly, byWeight: false })
    expect(await viewOwnProduct(seller, productId)).toMatchObject({ unit: "bunch", byWeight: false })
  })

  it("is taken back in the wizard by an empty answer", () => {
    const step = categoryStepFor("Fruits")
    const typed = { category: "Fruits", price: "4.99", stock: "5" }
    expect(step.parse({ ...typed, unit: undefined })).toMatchObject({ unit: "", unitAmount: "" })
    expect(step.safeParse({ ...typed, unit: "barrel" }).success).toBe(false)
    expect(step.safeParse({ ...typed, unitAmount: "12" }).success).toBe(false)
  })
})

describe("changing and deleting", () => {
  it("changes texts, price and stock, down to none, and rejects a size it does not have", {
    tags: ["LIST-14"],
  }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(database.db, market)
    const facts = someFacts({ name: "Ripe melon", priceCents: cents(199), stock: 0 })
    const update = { productId: product.id, size: "", ...facts }
    await updateProduct(seller, update)
    expect(await viewOwnProduct(seller, product.id)).toMatchObject({
      name: "Ripe melon",
      variants: [{ priceCents: 199, stock: 0 }],
    })
    await expect(updateProduct(seller, { ...update, size: "XL", name: "Half done" })).rejects.toMatchObject({
      field: "size",
    })
    expect((await viewOwnProduct(seller, product.id)).name).toBe("Ripe melon")
  })

  it("gives nothing back that was sold while the form was open, and no price that was changed", {
    tags: ["LIST-21"],
  }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(database.db, market, { stock: 35, priceCents: 250 })
    const { name, description } = await viewOwnProduct(seller, product.id)
    const shown = someFacts({ name, description, priceCents: cents(250), stock: 35 })
    const form = { productId: product.id, size: "", ...shown, shown }
    await database.db
      .update(variants)
      .set({ stock: 33, priceCents: cents(275) })
      .where(eq(variants.productId, product.id))
    expect(await updateProduct(seller, { ...form, description: "Sweet." })).toEqual({ stock: 33 })
    expect(await viewOwnProduct(seller, product.id)).toMatchObject({
      description: "Sweet.",
      variants: [{ priceCents: 275, stock: 33 }],
    })
    expect(await updateProduct(seller, { ...form, stock: 60 })).toEqual({ stock: 58 })
    await expect(updateProduct(seller, { ...form, priceCents: cents(300) })).rejects.toMatchObject({
      details: { messages: { priceCents: expect.stringContaining("changed this to $2.75") } },
    })
    expect((await viewOwnProduct(seller, product.id)).variants).toMatchObject([
      { priceCents: 275, stock: 58 },
    ])
  })

  it("counts a restock once that is sent twice, and the next one of the same form too", {
    tags: ["LIST-21"],
  }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(database.db, market, { stock: 35, priceCents: 250 })
    const { name, description } = await viewOwnProduct(seller, product.id)
    const showing = (stock: number) => someFacts({ name, description, priceCents: cents(250), stock })
    const send = (shown: number, typed: number) =>
      updateProduct(
        seller,
        { productId: product.id, size: "", ...showing(typed), shown: showing(shown) },
        "this form",
      )
    expect(await send(35, 60)).toEqual({ stock: 60 })
    expect(await send(35, 60)).toEqual({ stock: 60 })
    expect(await send(60, 61)).toEqual({ stock: 61 })
  })

  it("adds a restock and a sale at the same moment up", { tags: ["LIST-21"] }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(database.db, market, { stock: 35 })
    const { name, description, variants: sizes } = await viewOwnProduct(seller, product.id)
    const shown = someFacts({ name, description, priceCents: sizes[0]!.priceCents, stock: 35 })
    const form = { productId: product.id, size: "", ...shown, shown }
    await Promise.all([36, 45, 34].map((stock) => updateProduct(seller, { ...form, stock })))
    expect((await viewOwnProduct(seller, product.id)).variants[0]?.stock).toBe(35 + 1 + 10 - 1)
  })

  it("takes it out of the catalogue, once", { tags: ["LIST-17"] }, async () => {
    const { seller, market } = await aSeller()
    const product = await aProduct(database.db, market)
    await deleteProduct(seller, product.id)
    expect((await listOwnProducts(seller, {})).total).toBe(0)
    await expect(deleteProduct(seller, product.id)).rejects.toMatchObject({ code: "not_found" })
  })
})
