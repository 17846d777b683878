import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db

async function anOrderInHand({ isPickedUp = false } = {}) {
  const { anOffer, aSignedInCourier } = offersIn(server.database)
  const offer = await anOffer()
  const courier = await aSignedInCourier()
  await takeDelivery(courier, offer.deliveryId)
  if (isPickedUp) await pickUpDelivery(courier, offer.deliveryId)
  const ines = await visitor(server, (await anAdmin(db(), "Ines")).actor)
  const sheet = await ines.open(`/admin-orders?order=${offer.order.number}`)
  return { ...offer, courier, ines, sheet }
}

const WHY = "Why can't it be fulfilled?"
const SHELF = "Return the items to the market's stock"

it("an admin reads who pays before an order on the way is cancelled; its seller and courier read it after", {
  tags: ["ADMIN-20", "NOJS-7"],
}, async () => {
  const { order, market, courier, sheet } = await anOrderInHand({ isPickedUp: true })
  const dialog = await sheet.follow("Cancel this order")
  for (const line of [
    "A courier has the goods. Pushcart pays for this.",
    "The customer's refund$8.39",
    `${market.name} gets$3.79`,
    "Dora, the courier, gets$3.99",
    "No other courier can take over.",
  ])
    expect(dialog.text).toContain(line)
  const unexplained = await dialog.press("Cancel and refund")
  expect(unexplained.text).toContain("Tell the customer why.")
  const done = await unexplained.press("Cancel and refund", { [WHY]: "The street is flooded." })
  expect(done.text).toContain("Order canceled.")
  expect(done.text).toContain("GoodsNot back in stock")
  expect(done.text).toContain("Pushcart covers it.")
  expect(done.all("link", "Cancel this order")).toEqual([])
  const [row] = await db().select().from(orders).where(eq(orders.id, order.id))
  expect(row).toMatchObject({ status: "cancelled", cancelledBy: "admin", restocked: false })
  const asSeller = await visitor(server, market.actor)
  expect((await asSeller.open(`/order-seller?OrderID=${order.id}`)).text).toContain(
    "A courier had picked it up: you keep what you earned for it.",
  )
  const asCourier = await visitor(server, courier.actor)
  expect((await asCourier.open("/deliveries")).text).toContain(
    `Bring the goods back to ${market.name}, 75 9th Ave`,
  )
})

it("an admin reads who carried an order, and of a cancelled one nobody whom it still waits for", {
  tags: ["ADMIN-121"],
}, async () => {
  const carriedBy = (page: { document: Document }) =>
    [...page.document.querySelectorAll("dl.facts > div")]
      .map((fact) => fact.textContent)
      .find((fact) => fact?.startsWith("Delivered by"))
  const { order, deliveryId, courier, ines, sheet } = await anOrderInHand()
  const path = `/admin-orders?order=${order.number}`
  expect(carriedBy(sheet)).toMatch(/^Delivered byDora /)
  const stands = async (
    status: "waiting" | "taken" | "cancelled",
    hasDeliverer: boolean | null,
    isTaken = false,
  ) => {
    await db().update(orders).set({ status }).where(eq(orders.id, order.id))
    await db()
      .update(deliveries)
      .set({ hasDeliverer, courierId: isTaken ? courier.actor.userId : null })
      .where(eq(deliveries.id, deliveryId))
    return carriedBy(await ines.open(path))
  }
  expect(await stands("waiting", false)).toBe("Delivered byWaiting for a courier")
  expect(await stands("cancelled", false)).toBe("Delivered byNobody: it was canceled first")
  expect(await stands("cancelled", null)).toBe("Delivered byNobody: it was canceled first")
  expect(await stands("cancelled", true)).toBe("Delivered byThe seller's own person, until it was canceled")
  expect(await stands("cancelled", false, true)).toMatch(/^Delivered byDora .*, until it was canceled$/)
})

it("an admin reads on a courier's and on a seller's page which orders keep them from being denied", {
  tags: ["ADMIN-21", "ADMIN-74", "NOJS-7"],
}, async () => {
  const { order, market, courier, ines } = await anOrderInHand()
  const pages = [
    `/deliverer-info?deliverer=${courier.actor.userId}`,
    `/seller-info?seller=${market.sellerId}`,
  ]
  for (const path of pages) {
    const page = await ines.open(path)
    const sheet = await page.follow(`Order ${order.number}, taken`)
    expect(sheet.path).toBe(`/admin-orders?order=${order.number}`)
    const asked = await page.follow("Deny")
    const rejected = await asked.press("Deny", { "Reason for a denial": "Reported twice." })
    expect(rejected.text).toContain(`${order.number} (taken)`)
    expect(rejected.text).toContain("first.")
  }
})

it("an admin's shelf is filled unless they untick it, while the goods are at the market", {
  tags: ["ADMIN-20"],
}, async () => {
  const ticked = await (await anOrderInHand()).sheet.follow("Cancel this order")
  expect(ticked.text).toContain("The market has the goods.")
  const kept = await ticked.press("Cancel and refund", { [WHY]: "The market burned down." })
  expect(kept.text).toContain("GoodsBack in stock")
  const unticked = await (await anOrderInHand()).sheet.follow("Cancel this order")
  const left = await unticked.press("Cancel and refund", { [WHY]: "It all spoiled.", [SHELF]: false })
  expect(left.text).toContain("GoodsNot back in stock")
})

it("an admin whose page is older than the pick-up cancels nothing", { tags: ["ADMIN-20"] }, async () => {
  const { order, deliveryId, courier, sheet } = await anOrderInHand()
  const dialog = await sheet.follow("Cancel this order")
  await pickUpDelivery(courier, deliveryId)
  const late = await dialog.press("Cancel and refund", { [WHY]: "The market burned down." })
  expect(late.text).toContain("the cost isn't covered as you were shown")
  const [row] = await db().select().from(orders).where(eq(orders.id, order.id))
  expect(row?.status).toBe("picked up")
})

it("an admin finds stuck orders above the list, with their couriers and how long, the longest first", {
  tags: ["ADMIN-22", "NOJS-7"],
}, async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const [newer, older, moving] = [
    await anOrderInHand(),
    await anOrderInHand({ isPickedUp: true }),
    await anOrderInHand(),
  ]
  const stand = (id: string, at: Date) =>
    db().update(deliveries).set({ takenAt: at, pickedUpAt: at }).where(eq(deliveries.id, id))
  await stand(newer.deliveryId, hoursAgo(4))
  await stand(older.deliveryId, hoursAgo(30))
  const page = await older.ines.open("/admin-orders")
  expect(page.all("heading", "Stuck orders")).toHaveLength(1)
  const [told = ""] = page.text.split("Placed")
  const at = [older, newer].map(({ order }) => told.indexOf(`${order.number}`))
  expect(at).not.toContain(-1)
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(told).not.toContain(`${moving.order.number}`)
  for (const words of [older.market.name, "picked up", "30 h", "Dora", "taken", "4 h"])
    expect(told).toContain(words)
  // Once among the stuck orders, once in the list.
  const links = page.all("link", `${older.order.number}`).map((link) => link.getAttribute("href"))
  expect(links).toEqual(Array(2).fill(`/admin-orders?order=${older.order.number}`))
  const searched = await older.ines.open(`/admin-orders?search=${older.order.number}`)
  expect(searched.all("heading", "Stuck orders")).toEqual([])
  for (const search of [`#${older.order.number}`, ` Order ${older.order.number}`, older.market.name]) {
    const found = await older.ines.open(`/admin-orders?${new URLSearchParams({ search })}`)
    expect(found.all("link", `${older.order.number}`), search).toHaveLength(1)
  }
  for (const search of [older.order.number.toExponential(), "99999999999"]) {
    const found = await older.ines.open(`/admin-orders?${new URLSearchParams({ search })}`)
    expect(found.all("link", `${older.order.number}`), search).toEqual([])
  }
})
