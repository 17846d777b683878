import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { createAdmin } from "#core/accounts/create-admin.server.ts"
import { deliverers, markets } from "#db/schema/index.ts"
import { aMarket, aProduct } from "../factories/markets.ts"
import { anOrder } from "../factories/orders.ts"
import { aCustomer, aDeliverer } from "../factories/people.ts"
import { createTestApi } from "../support/api.ts"
import { useDatabase } from "../support/database.ts"

type Json = Record<string, unknown>

describe("the calls that the journey does not make", () => {
  const database = useDatabase({ zips: true })
  let api: ReturnType<typeof createTestApi>
  let seller: Awaited<ReturnType<typeof aMarket>>
  let customer: Awaited<ReturnType<typeof aCustomer>>
  let asSeller: { cookie: string }
  let asCustomer: { cookie: string }

  beforeAll(async () => {
    api = createTestApi(database)
    seller = await aMarket(database.db)
    customer = await aCustomer(database.db)
    asSeller = { cookie: await api.signedIn(seller.actor) }
    asCustomer = { cookie: await api.signedIn(customer.actor) }
  })

  async function ok<A = Json>(
    method: string,
    path: string,
    body: unknown,
    who: { cookie: string },
  ): Promise<A> {
    const answer = await api.call(method, path, body, who)
    expect([path, answer.status < 300, answer.status < 300 ? "" : await answer.clone().text()]).toEqual([
      path,
      true,
      "",
    ])
    return (await answer.json()) as A
  }

  it("lists, updates and deletes a seller's products, with sizes and without", async () => {
    const plain = await aProduct(database.db, seller, { name: "Melon" })
    const shirt = {
      ...{ category: "Clothing", productSection: "Shirt", name: "Work shirt", description: "Sturdy cotton." },
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
      asSeller,
    )
    expect(made.sizes).toEqual([
      { name: "M", value: 19.9, quantity: 3 },
      { name: "L", value: 21, quantity: 2 },
    ])
    const list = await ok<{ products: Json[]; marketID: string }>(
      "GET",
      "/product/getMarketProducts?page=1&limit=50",
      undefined,
      asSeller,
    )
    expect(list.marketID).toBe(seller.id)
    expect(list.products.length).toBe(2)
    const some = { category: "Clothing", marketid: "", page: 1, limit: 4 }
    const ofCategory = await ok<{ products: Json[] }>(
      "POST",
      "/product/getProductBasedbyCategory/Seller",
      some,
      asSeller,
    )
    expect(ofCategory.products).toMatchObject([{ id: made.product.idProduct, value: 19.9 }])
    const bought = await ok<{ products: Json[] }>(
      "POST",
      "/product/getProductBasedbyCategory",
      { ...some, marketid: seller.id },
      asCustomer,
    )
    expect(bought.products).toHaveLength(1)
    await ok("GET", `/market/getMarket/${seller.id}`, undefined, asCustomer)

    const update = {
      idProduct: plain.id,
      productName: "Big melon",
      description: "Riper.",
      value: 4.5,
      quantity: 0,
      market_id: "someone's",
    }
    expect(await ok("PUT", "/product/updateproduct", update, asSeller)).toMatchObject({
      product: { productName: "Big melon", value: 4.5, quantity: 0 },
    })
    const size = {
      ...update,
      idProduct: made.product.idProduct,
      sizes: [{ name: "L", value: 22, quantity: 9 }],
    }
    expect(await ok("PUT", "/product/updateproduct", size, asSeller)).toMatchObject({
      sizes: [{ name: "M" }, { name: "L", value: 22, quantity: 9 }],
    })
    await ok("GET", `/product/GetCurrentProductSeller/${plain.id}`, undefined, asSeller)
    await ok("DELETE", `/product/deleteproduct/${plain.id}`, undefined, asSeller)
    await ok("DELETE", `/product/deleteproductClothesOrShoes/${made.product.idProduct}`, undefined, asSeller)
    expect((await api.call("DELETE", `/product/deleteproduct/${plain.id}`, undefined, asSeller)).status).toBe(
      404,
    )
  })

  it("names a product's broken rules as they were sent", async () => {
    const bad = {
      category: "Shoes",
      productSection: "Nike",
      name: "N",
      description: "",
      sizes: [{ name: "99", quantity: 0, value: 1 }],
      gender: { gender: "Male" },
    }
    const answer = await api.call("POST", "/product/createproduct", bad, asSeller)
    expect(answer.status).toBe(422)
    expect(Object.keys(((await answer.json()) as { errors: Json }).errors)).toEqual(
      expect.arrayContaining(["name", "description", "sizes.0.quantity", "gender"]),
    )
    const plain = await api.call(
      "POST",
      "/product/createproduct",
      { ...bad, category: "Fruits", productSection: "Tools" },
      asSeller,
    )
    expect(Object.keys(((await plain.json()) as { errors: Json }).errors)).toEqual(
      expect.arrayContaining(["value", "quantity"]),
    )
  })

  it("keeps a cart: an empty createtransaction, a shortage in the documented words, removal, clearing", async () => {
    const product = await aProduct(database.db, seller, { stock: 2 })
    await ok("POST", "/transaction/createtransaction", {}, asCustomer)
    await ok("POST", "/transaction/createtransaction", { pid: product.id, quantity: 1 }, asCustomer)
    const [line] = await ok<{ productid: string; pid: string }[]>(
      "GET",
      "/transaction/getransaction",
      undefined,
      asCustomer,
    )
    expect(line!.pid).toBe(product.id)
    const short = await api.call(
      "PUT",
      "/transaction/checkQuantityUpdateTransaction",
      { pid: line!.productid, quantity: 9, name: "" },
      asCustomer,
    )
    expect([short.status, ((await short.json()) as Json).detail]).toEqual([409, "There is no more inventory"])
    expect(
      await ok(
        "DELETE",
        `/transaction/deleteproductfromtransaction/${line!.productid}`,
        undefined,
        asCustomer,
      ),
    ).toEqual([])
    await ok("DELETE", "/transaction/deletetransaction", undefined, asCustomer)
  })

  it("moves a pickup order, and a delivery of the seller's own", async () => {
    const product = await aProduct(database.db, seller)
    const pickup = await anOrder(database.db, { customer, market: seller, product })
    const move = { id: pickup.id, status: "ready to pick up", tax: 0 }
    expect(await ok("PUT", "/order/seller/updateOrder", move, asSeller)).toMatchObject({
      order: { status: "ready to pick up" },
      shipping: null,
    })
    const own = await anOrder(database.db, { customer, market: seller, product, fulfilment: "delivery" })
    await ok("PUT", "/shipping/hasShipper", { hasDeliverer: true, id: own.id }, asSeller)
    await ok(
      "PUT",
      "/shipping/carrier",
      { carrier: "UPS", trackingnumber: "1Z999", oderid: own.id },
      asSeller,
    )
    expect(await ok("GET", `/shipping/seller/${own.id}`, undefined, asSeller)).toMatchObject({
      status: "shipped",
      trackingnumber: "1Z999",
      shippingcarrier: "UPS",
      hasdeliverer: true,
    })
    await ok("PUT", "/shipping/status", { status: "delivered", oderid: own.id }, asSeller)
    const late = await api.call("PUT", "/shipping/status", { status: "pending", oderid: own.id }, asSeller)
    expect(late.status).toBe(409)
    expect(await ok<Json[]>("GET", "/order/seller/getCompleteorders", undefined, asSeller)).toMatchObject([
      { id: own.id },
    ])
    expect(await ok<Json[]>("GET", "/order/seller/getUnCompleteorders", undefined, asSeller)).toMatchObject([
      { id: pickup.id },
    ])
    expect(await ok<Json[]>("GET", "/order/seller/getorders", undefined, asSeller)).toHaveLength(2)
    expect(await ok<Json[]>("GET", `/order/orderdetails/${own.id}`, undefined, asCustomer)).toMatchObject([
      { ShippingStatus: "delivered", Address: "350 5th Ave" },
    ])
    await ok("GET", `/order/seller/orderdetails/${own.id}`, undefined, asSeller)
    await ok("GET", "/notification/customer/notifications", undefined, asCustomer)
    await ok("GET", "/seller/sellerEmail", undefined, asSeller)
  })

  it("says 'Order was Taken' to the second courier, and takes a delivery back", async () => {
    const [one, two] = [await aDeliverer(database.db), await aDeliverer(database.db)]
    const [asOne, asTwo] = [
      { cookie: await api.signedIn(one.actor) },
      { cookie: await api.signedIn(two.actor) },
    ]
    const order = await anOrder(database.db, {
      customer,
      market: seller,
      product: await aProduct(database.db, seller),
      fulfilment: "delivery",
    })
    await ok("PUT", "/shipping/hasShipper", { hasDeliverer: false, id: order.id }, asSeller)
    const sid = order.delivery!.id
    await ok("PUT", "/pushcartexpress/takeOrder", { did: two.userId, sid }, asOne)
    const late = await api.call("PUT", "/pushcartexpress/takeOrder", { did: two.userId, sid }, asTwo)
    expect([late.status, ((await late.json()) as Json).detail]).toEqual([409, "Order was Taken"])
    expect(await ok("GET", "/pushcartexpress/deliverInformation", undefined, asOne)).toMatchObject({
      id: sid,
      expressid: one.userId,
    })
    await ok("PUT", "/pushcartexpress/giveBack", { sid }, asOne)
    expect(await ok("GET", "/pushcartexpress/deliverInformation", undefined, asOne)).toBeNull()
  })

  it("lets an admin deny with a reason, see lists and pictures, and be told of a decision made before", async () => {
    const system = api.runtime.contextFor({ role: "system" })
    const { userId } = await createAdmin(system, {
      email: "root@example.test",
      name: "Root",
      password: "Pushcart#2026",
    })
    const admin = { cookie: await api.signedIn({ userId, role: "admin" }) }
    const waiting = await aMarket(database.db, { approval: "waiting" })
    const courier = await aDeliverer(database.db, { approval: "waiting" })
    await ok(
      "PUT",
      `/admin/denySeller/${waiting.userId}`,
      { reason: "The certificate is out of date." },
      admin,
    )
    await ok("PUT", `/admin/denyDeliverer/${courier.userId}`, {}, admin)
    expect(await ok<Json[]>("GET", "/admin/SellersDenied", undefined, admin)).toMatchObject([
      { id: waiting.userId, approved: false },
    ])
    expect(await ok<Json[]>("GET", "/admin/DeliverersDenied", undefined, admin)).toMatchObject([
      { id: courier.userId },
    ])
    expect(await ok("GET", `/admin/getImages/${waiting.userId}`, undefined, admin)).toEqual({
      sellerid: null,
      certificates: null,
      marketpicture: null,
    })
    await ok("GET", `/admin/getImagesDeliverers/${courier.userId}`, undefined, admin)
    expect((await api.call("PUT", `/admin/approveSeller/${waiting.userId}`, {}, admin)).status).toBe(409)
    await ok("PUT", `/admin/approveSeller/${waiting.userId}`, { approval: "denied" }, admin)
    await ok("GET", "/admin/SellersApproved", undefined, admin)
    await ok("GET", "/admin/DeliverersApproved", undefined, admin)
    const [row] = await database.db.select().from(markets).where(eq(markets.userId, waiting.userId))
    expect(row!.approval).toBe("approved")
    expect(
      await database.db.select().from(deliverers).where(eq(deliverers.userId, courier.userId)),
    ).toMatchObject([{ denialReason: "No reason was given." }])
    await ok("GET", "/admin/logoutAdmin", undefined, admin)
  })
})
