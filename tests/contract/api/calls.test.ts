import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createAdmin } from "#core/identity/create-admin.server.ts"
import { cents } from "#core/money.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { couriers, markets, orderLines } from "#db/schema/index.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { type Json, useSignedIn } from "./signed-in.ts"

describe("the calls about people, orders and deliveries that the journey does not make", () => {
  const { database, signedIn, ok } = useSignedIn()

  it("moves a pickup order, and a delivery of the seller's own", { tags: ["API-5", "API-18"] }, async () => {
    const product = await aProduct(database.db, signedIn.seller)
    const pickup = await anOrder(database.db, {
      customer: signedIn.customer,
      market: signedIn.seller,
      product,
    })
    const move = { id: pickup.id, status: "ready to pick up", tax: 0 }
    expect(await ok("PUT", "/order/seller/updateOrder", move, signedIn.asSeller)).toMatchObject({
      order: { status: "ready to pick up" },
      shipping: null,
    })
    const own = await anOrder(database.db, {
      customer: signedIn.customer,
      market: signedIn.seller,
      product,
      fulfilment: "delivery",
    })
    await ok("PUT", "/shipping/hasShipper", { hasDeliverer: true, id: own.id }, signedIn.asSeller)
    await ok(
      "PUT",
      "/shipping/carrier",
      { carrier: "UPS", trackingnumber: "1Z999", oderid: own.id },
      signedIn.asSeller,
    )
    expect(await ok("GET", `/shipping/seller/${own.id}`, undefined, signedIn.asSeller)).toMatchObject({
      status: "shipped",
      trackingnumber: "1Z999",
      shippingcarrier: "UPS",
      hasdeliverer: true,
    })
    await ok("PUT", "/shipping/status", { status: "delivered", oderid: own.id }, signedIn.asSeller)
    const late = await signedIn.api.call(
      "PUT",
      "/shipping/status",
      { status: "pending", oderid: own.id },
      signedIn.asSeller,
    )
    expect(late.status).toBe(409)
    expect(
      await ok<Json[]>("GET", "/order/seller/getCompleteorders", undefined, signedIn.asSeller),
    ).toMatchObject([{ id: own.id }])
    expect(
      await ok<Json[]>("GET", "/order/seller/getUnCompleteorders", undefined, signedIn.asSeller),
    ).toMatchObject([{ id: pickup.id }])
    const list = (query: string) =>
      ok<{ id: string; items: Json[] }[]>(
        "GET",
        `/order/seller/getorders${query}`,
        undefined,
        signedIn.asSeller,
      )
    expect((await list("")).map(({ id }) => id)).toEqual([own.id, pickup.id])
    const [second] = await list("?page=2&limit=1")
    expect([second!.id, second!.items]).toMatchObject([
      pickup.id,
      [{ ProductName: product.name, Quantity: 1, Address: null }],
    ])
    const [ofCustomer] = await ok<Json[]>("GET", "/order/getorders?limit=1", undefined, signedIn.asCustomer)
    expect(ofCustomer).toMatchObject({ id: own.id, items: [{ ShippingStatus: "delivered" }] })
    const whole = await ok<{ order: Json }>(
      "GET",
      `/order/customer/order/${own.id}`,
      undefined,
      signedIn.asCustomer,
    )
    expect(typeof whole.order.updated_at).toBe("string")
    const [ofSeller] = await ok<Json[]>(
      "GET",
      "/order/seller/getorders?limit=1",
      undefined,
      signedIn.asSeller,
    )
    expect([ofCustomer!.updated_at, ofSeller!.updated_at]).toEqual(Array(2).fill(whole.order.updated_at))
    expect(
      await ok<Json[]>("GET", `/order/orderdetails/${own.id}`, undefined, signedIn.asCustomer),
    ).toMatchObject([{ ShippingStatus: "delivered", Address: "350 5th Ave" }])
    await ok("GET", `/order/seller/orderdetails/${own.id}`, undefined, signedIn.asSeller)
    await ok("GET", "/notification/customer/notifications", undefined, signedIn.asCustomer)
    await ok("GET", "/seller/sellerEmail", undefined, signedIn.asSeller)
  })

  it("returns an order's refunds to its customer and its seller, and omits the field if there are none", {
    tags: ["REFUND-15"],
  }, async () => {
    const { customer, seller, asCustomer, asSeller } = signedIn
    const product = await aProduct(database.db, seller, { name: "Melon", priceCents: 350 })
    const order = await anOrder(database.db, { customer, market: seller, product, quantity: 2 })
    const calls = (id: string) =>
      [
        [`/order/customer/order/${id}`, asCustomer],
        [`/order/seller/order/${id}`, asSeller],
      ] as const
    for (const [path, who] of calls(order.id))
      expect((await ok<{ order: Json }>("GET", path, undefined, who)).order).not.toHaveProperty("refunds")
    const [line] = await database.db.select().from(orderLines).where(eq(orderLines.orderId, order.id))
    await refundOrder(ctxFor(database, (await anAdmin(database.db)).actor, {}), {
      orderId: order.id,
      lines: [{ lineId: line!.id, quantity: 1 }],
      feeCents: cents(0),
      tipCents: cents(0),
      amountCents: cents(0),
      reason: "missing",
      sentence: "",
      bearer: "seller",
    })
    const told = {
      reason: "Missing from the bag",
      state: "due",
      delivery: 0,
      items: [{ ProductName: "Melon", Quantity: 1, amount: 3.5 }],
    }
    for (const [path, who] of calls(order.id)) {
      const { refunds } = (await ok<{ order: { refunds: Json[] } }>("GET", path, undefined, who)).order
      expect(refunds).toMatchObject([told])
      expect(refunds[0]).not.toHaveProperty("madeBy")
    }
    const listed = await ok<Json[]>("GET", "/order/getorders", undefined, asCustomer)
    expect(listed.find(({ id }) => id === order.id)).toMatchObject({ refunds: [told] })
  })

  it("says 'Order was Taken' to the second courier, and takes a delivery back", {
    tags: ["DELIV-4", "API-14", "API-16"],
  }, async () => {
    const [one, two] = [await aCourier(database.db), await aCourier(database.db)]
    const [asOne, asTwo] = [
      { cookie: await signedIn.api.signedIn(one.actor) },
      { cookie: await signedIn.api.signedIn(two.actor) },
    ]
    const order = await anOrder(database.db, {
      customer: signedIn.customer,
      market: signedIn.seller,
      product: await aProduct(database.db, signedIn.seller),
      fulfilment: "delivery",
    })
    await ok("PUT", "/shipping/hasShipper", { hasDeliverer: false, id: order.id }, signedIn.asSeller)
    const sid = order.delivery!.id
    expect(
      await ok("GET", "/pushcartexpress/deliveries?lat=40.75&lng=-73.99", undefined, asOne),
    ).toMatchObject({
      mayDeliver: true,
      waiting: [{ id: sid }],
      active: null,
    })
    await ok("PUT", "/pushcartexpress/takeOrder", { did: two.userId, sid }, asOne)
    const way = `/pushcartexpress/directions?delivery=${sid}&lat=40.76&lng=-73.98`
    expect(await ok("GET", way, undefined, asOne)).toMatchObject({
      route: { toward: "market", isEstimate: true },
    })
    const position = { deliveryId: sid, lat: 40.76, lng: -73.98, accuracyMeters: 20 }
    expect(await ok("POST", "/pushcartexpress/position", position, asOne)).toEqual({ heard: true })
    for (const wild of [
      { lat: null, lng: null, accuracyMeters: null },
      { lat: true, lng: [], accuracyMeters: "" },
      { lat: "40.76" },
      { lat: 90.1 },
      { lng: -180.1 },
      { accuracyMeters: -1 },
    ]) {
      const rejected = await signedIn.api.call(
        "POST",
        "/pushcartexpress/position",
        { ...position, ...wild },
        asOne,
      )
      expect([wild, rejected.status]).toEqual([wild, 422])
    }
    const late = await signedIn.api.call("PUT", "/pushcartexpress/takeOrder", { did: two.userId, sid }, asTwo)
    expect([late.status, ((await late.json()) as Json).detail]).toEqual([409, "Order was Taken"])
    expect(await ok("GET", "/pushcartexpress/deliverInformation", undefined, asOne)).toMatchObject({
      id: sid,
      expressid: one.userId,
    })
    await ok("PUT", "/pushcartexpress/giveBack", { sid }, asOne)
    expect(await ok("GET", "/pushcartexpress/deliverInformation", undefined, asOne)).toBeNull()
  })

  it("lets an admin deny with a reason, see lists and images, and learn of an earlier decision", {
    tags: ["API-19"],
  }, async () => {
    const system = signedIn.api.runtime.contextFor({ role: "system" })
    const { userId } = await createAdmin(system, {
      email: "root@example.test",
      name: "Root",
      password: "Pushcart#2026",
    })
    const admin = { cookie: await signedIn.api.signedIn({ userId, role: "admin" }) }
    const waiting = await aMarket(database.db, { approval: "waiting" })
    const courier = await aCourier(database.db, { approval: "waiting" })
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
    expect((await signedIn.api.call("PUT", `/admin/approveSeller/${waiting.userId}`, {}, admin)).status).toBe(
      409,
    )
    await ok("PUT", `/admin/approveSeller/${waiting.userId}`, { approval: "denied" }, admin)
    await ok("GET", "/admin/SellersApproved", undefined, admin)
    await ok("GET", "/admin/DeliverersApproved", undefined, admin)
    const [row] = await database.db.select().from(markets).where(eq(markets.userId, waiting.userId))
    expect(row!.approval).toBe("approved")
    expect(
      await database.db.select().from(couriers).where(eq(couriers.userId, courier.userId)),
    ).toMatchObject([{ denialReason: "No reason was given." }])
    await ok("GET", "/admin/logoutAdmin", undefined, admin)
    const again = { cookie: await signedIn.api.signedIn((await anAdmin(database.db)).actor) }
    await ok("POST", "/admin/logoutAdmin", undefined, again)
  })

  it("returns the total of a list of applicants, and links to its other pages", {
    tags: ["ADMIN-23"],
  }, async () => {
    for (let made = 0; made < 3; made++) await aCourier(database.db, { approval: "denied" })
    const admin = { cookie: await signedIn.api.signedIn((await anAdmin(database.db)).actor) }
    const list = (query: string) =>
      signedIn.api.call("GET", `/admin/DeliverersDenied${query}`, undefined, admin)
    const { headers } = await list("?page=2&limit=1")
    const total = Number(headers.get("X-Total-Count"))
    expect(total).toBeGreaterThanOrEqual(3)
    expect(headers.get("Link")).toBe('<?page=1&limit=1>; rel="prev", <?page=3&limit=1>; rel="next"')
    const whole = await list("")
    expect(whole.headers.get("Link")).toBeNull()
    expect(await whole.json()).toHaveLength(total)
  })
})
