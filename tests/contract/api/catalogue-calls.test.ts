import { describe, expect, it } from "vitest"
import { aProduct } from "#tests/support/factories/markets.ts"
import { type Json, useSignedIn } from "./signed-in.ts"

describe("the calls about products and the cart that the journey does not make", () => {
  const { database, signedIn, ok } = useSignedIn()

  it("lists, updates and deletes a seller's products, with sizes and without", {
    tags: ["API-16", "API-17"],
  }, async () => {
    const plain = await aProduct(database.db, signedIn.seller, { name: "Melon" })
    const shirt = {
      category: "Clothing",
      productSection: "Shirt",
      name: "Work shirt",
      description: "Sturdy cotton.",
      sizes: [
        { name: "M", quantity: 3, value: 19.9 },
        { name: "L", quantity: 2, value: "21" },
      ],
      gender: { gender: "Male", age: "Mens" },
    }
    const made = await ok<{ product: { idProduct: string }; sizes: Json[] }>(
      "POST",
      "/product/createproduct",
      shirt,
      signedIn.asSeller,
    )
    expect(made.sizes).toEqual([
      { name: "M", value: 19.9, quantity: 3 },
      { name: "L", value: 21, quantity: 2 },
    ])
    const list = await ok<{ products: Json[]; marketID: string }>(
      "GET",
      "/product/getMarketProducts?page=1&limit=50",
      undefined,
      signedIn.asSeller,
    )
    expect(list.marketID).toBe(signedIn.seller.id)
    expect(list.products.length).toBe(2)
    const some = { category: "Clothing", marketid: "", page: 1, limit: 4 }
    const ofCategory = await ok<{ products: Json[] }>(
      "POST",
      "/product/getProductBasedbyCategory/Seller",
      some,
      signedIn.asSeller,
    )
    expect(ofCategory.products).toMatchObject([{ id: made.product.idProduct, value: 19.9 }])
    const bought = await ok<{ products: Json[] }>(
      "POST",
      "/product/getProductBasedbyCategory",
      { ...some, marketid: signedIn.seller.id },
      signedIn.asCustomer,
    )
    expect(bought.products).toHaveLength(1)
    const nearby = await ok<{ markets: Json[] }>(
      "GET",
      "/market/allmarkets?zip=10001",
      undefined,
      signedIn.asCustomer,
    )
    expect(nearby.markets).toMatchObject([{ id: signedIn.seller.id }])
    await ok("GET", `/market/getMarket/${signedIn.seller.id}`, undefined, signedIn.asCustomer)

    const update = {
      idProduct: plain.id,
      productName: "Big melon",
      description: "Riper.",
      value: 4.5,
      quantity: 0,
      market_id: "someone's",
    }
    expect(await ok("PUT", "/product/updateproduct", update, signedIn.asSeller)).toMatchObject({
      product: { productName: "Big melon", value: 4.5, quantity: 0 },
    })
    const byWeight = { ...update, unit: "lb", unitAmount: 1.5, byWeight: true }
    expect(await ok("PUT", "/product/updateproduct", byWeight, signedIn.asSeller)).toMatchObject({
      product: { unit: "lb", unitAmount: 1.5, byWeight: true },
    })
    const listed = { id: plain.id, value: 4.5, unit: "lb", unitAmount: 1.5, byWeight: true }
    expect(
      await ok("GET", `/market/getMarket/${signedIn.seller.id}`, undefined, signedIn.asCustomer),
    ).toMatchObject({ products: expect.arrayContaining([expect.objectContaining(listed)]) })
    const size = {
      ...update,
      idProduct: made.product.idProduct,
      sizes: [{ name: "L", value: 22, quantity: 9 }],
    }
    expect(await ok("PUT", "/product/updateproduct", size, signedIn.asSeller)).toMatchObject({
      sizes: [{ name: "M" }, { name: "L", value: 22, quantity: 9 }],
    })
    await ok("GET", `/product/GetCurrentProductSeller/${plain.id}`, undefined, signedIn.asSeller)
    await ok("DELETE", `/product/deleteproduct/${plain.id}`, undefined, signedIn.asSeller)
    await ok(
      "DELETE",
      `/product/deleteproductClothesOrShoes/${made.product.idProduct}`,
      undefined,
      signedIn.asSeller,
    )
    expect(
      (await signedIn.api.call("DELETE", `/product/deleteproduct/${plain.id}`, undefined, signedIn.asSeller))
        .status,
    ).toBe(404)
  })

  it("names a product's broken rules as they were sent", { tags: ["LIST-15", "API-14"] }, async () => {
    const bad = {
      category: "Shoes",
      productSection: "Nike",
      name: "N",
      description: "",
      sizes: [{ name: "99", quantity: 0, value: 1 }],
      gender: { gender: "Male" },
    }
    const answer = await signedIn.api.call("POST", "/product/createproduct", bad, signedIn.asSeller)
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as { errors: Json }).errors)).toEqual(
      expect.arrayContaining(["name", "description", "sizes.0.quantity", "gender"]),
    )
    const plain = await signedIn.api.call(
      "POST",
      "/product/createproduct",
      { ...bad, category: "Fruits", productSection: "Tools" },
      signedIn.asSeller,
    )
    expect(Object.keys(((await plain.json()) as { errors: Json }).errors)).toEqual(
      expect.arrayContaining(["value", "quantity"]),
    )
    const apples = { category: "Fruits", productSection: "Apples", name: "Gala", description: "Crisp." }
    const odd = { ...apples, value: 3.999, quantity: 1 }
    const rejected = await signedIn.api.call("POST", "/product/createproduct", odd, signedIn.asSeller)
    expect(((await rejected.json()) as { errors: Json }).errors).toEqual({
      value: ["A price has at most two decimals."],
    })
  })

  it("keeps a cart: an empty createtransaction, a shortage in the documented words, removal, clearing", {
    tags: ["API-8", "API-14", "API-16"],
  }, async () => {
    const product = await aProduct(database.db, signedIn.seller, { stock: 2 })
    await ok("POST", "/transaction/createtransaction", {}, signedIn.asCustomer)
    await ok("POST", "/transaction/createtransaction", { pid: product.id, quantity: 1 }, signedIn.asCustomer)
    const [line] = await ok<{ productid: string; pid: string }[]>(
      "GET",
      "/transaction/getransaction",
      undefined,
      signedIn.asCustomer,
    )
    expect(line!.pid).toBe(product.id)
    const short = await signedIn.api.call(
      "PUT",
      "/transaction/checkQuantityUpdateTransaction",
      { pid: line!.productid, quantity: 9, name: "" },
      signedIn.asCustomer,
    )
    expect([short.status, ((await short.json()) as Json).detail]).toEqual([409, "There is no more inventory"])
    expect(
      await ok(
        "DELETE",
        `/transaction/deleteproductfromtransaction/${line!.productid}`,
        undefined,
        signedIn.asCustomer,
      ),
    ).toEqual([])
    await ok("DELETE", "/transaction/deletetransaction", undefined, signedIn.asCustomer)
  })
})
