import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { momentText } from "#core/calendar/calendar-text.ts"
import { addDays, clockAt, instantOf, weekdayOf } from "#core/calendar/zoned-time.ts"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { orders } from "#db/schema/index.ts"
import { ordersInBaltimore } from "#tests/support/baltimore.ts"
import { aShopper, payOnProviderPage, proceed } from "#tests/support/checkout-pages.ts"
import { ctxFor } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { noImages } from "#tests/support/factories/offers.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
const db = () => server.database.db
const { aBaltimoreOrder } = ordersInBaltimore(server)

/** In a time zone of neither the server nor any other market of these tests, and never today, which has no date. */
const ZONE = "America/Chicago"
const DAY = addDays(clockAt(new Date(), ZONE).date, 5)
const WINDOW = { startsAt: instantOf(DAY, 9 * 60, ZONE), endsAt: instantOf(DAY, 11 * 60, ZONE) }
const DAY_TEXT = WINDOW.startsAt.toLocaleDateString("en-US", {
  timeZone: ZONE,
  weekday: "short",
  month: "short",
  day: "numeric",
})
const TEXT = `${DAY_TEXT}, 9–11 am`

/** A customer's two orders at one market, one of them for a chosen time. */
async function twoOrders(fulfilment: "pickup" | "delivery") {
  const market = await aMarket(db(), {
    name: `Loop Stall ${crypto.randomUUID().slice(0, 6)}`,
    timeZone: ZONE,
  })
  const product = await aProduct(db(), market)
  const customer = await aCustomer(db())
  const sold = { customer, market, product, fulfilment }
  const timed = await anOrder(db(), { ...sold, window: WINDOW })
  const plain = await anOrder(db(), sold)
  return { market, customer, timed, plain }
}

const cardsOn =
  (page: HtmlPage) =>
  ({ number }: { number: number }): string =>
    page.all("listitem").find((item) => item.textContent?.includes(`Order ${number}`))?.textContent ?? ""

describe("an order for as soon as possible of a closed market, without JavaScript", {
  tags: ["CAL-14", "NOJS-4"],
}, () => {
  it.each(["pickup", "delivery"] as const)(
    "says to both when it will be ready, until it is: %s",
    async (fulfilment) => {
      const market = await aMarket(db(), { timeZone: ZONE })
      const customer = await aCustomer(db())
      const sold = { customer, market, product: await aProduct(db(), market), fulfilment }
      const order = await anOrder(db(), { ...sold, readyAt: instantOf(DAY, 10 * 60, ZONE) })
      const asCustomer = await visitor(server, customer.actor)
      const asSeller = await visitor(server, market.actor)
      const pages = async () => [
        await asCustomer.open(`/order?OrderID=${order.id}`),
        await asCustomer.open("/customer-orders"),
        await asCustomer.open(`/order-details?OrderDetails=${order.id}`),
        await asSeller.open(`/order-seller?OrderID=${order.id}`),
        await asSeller.open(`/marketOrderDetails?OrderDetails=${order.id}`),
      ]
      for (const page of await pages())
        expect(page.text).toContain(`Ready for ${fulfilment} from ${DAY_TEXT}, 10 am`)
      expect((await asSeller.open("/marketOrders")).text).toContain(`${DAY_TEXT}, 10 am`)
      const status = fulfilment === "pickup" ? "ready to pick up" : "shipped"
      await db().update(orders).set({ status }).where(eq(orders.id, order.id))
      for (const page of await pages()) expect(page.text).not.toContain(`Ready for ${fulfilment}`)
    },
  )

  it("names its time in the cart and on /pay, and the order keeps it", async () => {
    const market = await aMarket(db())
    const opens = addDays(clockAt(new Date(), market.timeZone).date, 3)
    const week = Array.from({ length: 7 }, (_, day) =>
      day === weekdayOf(opens) ? [{ opens: 540, closes: 1020 }] : [],
    )
    await aCalendar(db(), market, { week })
    const { id: productId } = await aProduct(db(), market)
    const { shopper, customer } = await aShopper(server, [{ productId }])
    const time = momentText(instantOf(opens, 600, market.timeZone), market.timeZone)
    const pay = await proceed(shopper, "Pick up")
    expect((await shopper.open("/shopping-cart")).text).toContain(`Ready for pickup from ${time}`)
    expect(pay.get("complementary").textContent).toContain(`Ready for pickup from ${time}`)
    await payOnProviderPage(pay)
    const [order] = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
    expect((await shopper.open(`/order?OrderID=${order!.id}`)).text).toContain(
      `Ready for pickup from ${time}`,
    )
  })
})

describe("a chosen time, without JavaScript", { tags: ["CAL-14", "NOJS-4"] }, () => {
  it("stands on the order's card in the lists of its customer and its seller, and on no other", async () => {
    const { market, customer, timed, plain } = await twoOrders("pickup")
    const asCustomer = await visitor(server, customer.actor)
    const asSeller = await visitor(server, market.actor)
    const ofCustomer = cardsOn(await asCustomer.open("/customer-orders"))
    expect(ofCustomer(timed)).toContain(`Pickup ${TEXT}`)
    expect(ofCustomer(plain)).not.toContain("Pickup")
    const ofSeller = cardsOn(await asSeller.open("/marketOrders"))
    expect(ofSeller(timed)).toContain(`${TEXT}Pickup`)
    expect(ofSeller(timed)).not.toContain("As soon as possible")
    expect(ofSeller(plain)).toContain("As soon as possible")
    expect(ofSeller(plain)).not.toContain(DAY_TEXT)
    await setPickupStatus(ctxFor(server.database, market.actor), { orderId: timed.id, status: "picked up" })
    expect((await asSeller.open("/marketOrders")).text).toContain(TEXT)
  })

  it.each(["pickup", "delivery"] as const)(
    "stands above the items, from which the market packs and which the customer reads: %s",
    { tags: ["SALE-111"] },
    async (fulfilment) => {
      const { market, customer, timed, plain } = await twoOrders(fulfilment)
      for (const [actor, path] of [
        [market.actor, "/marketOrderDetails"],
        [customer.actor, "/order-details"],
      ] as const) {
        const one = await visitor(server, actor)
        const items = async ({ id }: { id: string }) => (await one.open(`${path}?OrderDetails=${id}`)).text
        expect(await items(timed)).toContain(`${fulfilment === "pickup" ? "Pickup" : "Delivery"} ${TEXT}`)
        const untimed = await items(plain)
        expect(untimed).not.toContain(TEXT)
        expect(untimed).toContain(
          actor === customer.actor
            ? `, ${fulfilment}`
            : fulfilment === "pickup"
              ? ", pick up: "
              : ", delivery: ",
        )
      }
    },
  )

  it("stands where the seller decides about a delivery, and where its customer follows it", async () => {
    const { market, customer, timed, plain } = await twoOrders("delivery")
    for (const actor of [market.actor, customer.actor]) {
      const one = await visitor(server, actor)
      const shipping = async ({ id }: { id: string }) =>
        (await one.open(`/update-shipping?OrderDetails=${id}&title=1`)).text
      expect(await shipping(timed)).toContain(`Delivery ${TEXT}`)
      expect(await shipping(plain)).not.toContain(TEXT)
    }
  })

  it("stands on the admin's order and in the list, whose column comes with it", async () => {
    const { market, customer, timed, plain } = await twoOrders("pickup")
    const ines = await visitor(server, (await anAdmin(db())).actor)
    const wanted = (page: { document: Document }) =>
      [...page.document.querySelectorAll("dl.facts > div")]
        .map((fact) => fact.textContent)
        .find((fact) => fact?.startsWith("Wanted for"))
    expect(wanted(await ines.open(`/admin-orders?order=${timed.number}`))).toBe(
      `Wanted for${TEXT}, the market's time`,
    )
    expect(wanted(await ines.open(`/admin-orders?order=${plain.number}`))).toBeUndefined()
    const listed = await ines.open(`/admin-orders?search=${encodeURIComponent(market.name)}`)
    const rows = [...listed.document.querySelectorAll("tbody tr")].map((row) => row.textContent)
    expect(rows.map((row) => row?.includes(TEXT))).toEqual([false, true])
    expect(listed.get("columnheader", "Wanted for")).toBeTruthy()
    const without = await aMarket(db(), { name: `No times ${crypto.randomUUID().slice(0, 6)}` })
    await anOrder(db(), { customer, market: without, product: await aProduct(db(), without) })
    const untimed = await ines.open(`/admin-orders?search=${encodeURIComponent(without.name)}`)
    expect(untimed.document.querySelectorAll("tbody tr")).toHaveLength(1)
    expect(untimed.document.querySelector("thead")?.textContent).not.toContain("Wanted for")
  })

  it("stands on the courier's cards, waiting, taken and picked up", { tags: ["NOJS-6"] }, async () => {
    const plain = await aBaltimoreOrder()
    const timed = await aBaltimoreOrder({ window: WINDOW, timeZone: ZONE })
    const courier = await aCourier(db())
    const dora = await visitor(server, courier.actor)
    for (const { offer } of [plain, timed]) await offer()
    const waiting = await dora.open("/deliveries")
    const cardOf = ({ deliveryId }: { deliveryId: string }) =>
      waiting.document.getElementById(`delivery-${deliveryId}`)!.textContent
    expect(cardOf(timed)).toContain(`Deliver ${TEXT}`)
    expect(cardOf(plain)).not.toContain("Deliver ")
    const ctx = ctxFor(server.database, courier.actor, { ports: { images: noImages } })
    await takeDelivery(ctx, timed.deliveryId)
    expect((await dora.open("/deliveries")).text).toContain(`Deliver ${TEXT}`)
    await pickUpDelivery(ctx, timed.deliveryId)
    expect((await dora.open("/deliveries")).text).toContain(`Deliver ${TEXT}`)
  })
})
