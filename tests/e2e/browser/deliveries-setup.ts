import { eq } from "drizzle-orm"
import sharp from "sharp"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { takeDelivery } from "#core/deliveries/take-delivery.server.ts"
import { chooseDeliverer } from "#core/orders/choose-deliverer.server.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import type { PageOptions, TestBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { awake } from "#tests/support/hold-react.ts"
import type { TestServer } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { payWith, proceed, thanks } from "./checkout-steps.ts"

/** Streets of Baltimore, from Lexington Market to a door on East Pratt Street. */
const MARKET = { lat: 39.29175, lng: -76.62095 }
export const ROUTE = [
  MARKET,
  { lat: 39.2895, lng: -76.6198 },
  { lat: 39.2868, lng: -76.614 },
  { lat: 39.2864, lng: -76.6075 },
]
export const DOOR = ROUTE.at(-1)!
export const at = ({ lat, lng }: { lat: number; lng: number }) => ({
  latitude: lat,
  longitude: lng,
  accuracy: 8,
})
export const ON_THE_MAP = { geolocation: at(MARKET), permissions: ["geolocation"] }

/** A photo as phones make them, of more than 1 MB. */
export const bigPhoto = async () => ({
  name: "door.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: "#777",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer(),
})

/** Markets, couriers and open pages of one test file, in Baltimore. */
export function inBaltimore(server: TestServer, browser: TestBrowser) {
  async function aStall() {
    const { db } = server.database
    const market = await aMarket(db, {
      name: `Lexington Stall ${crypto.randomUUID().slice(0, 6)}`,
      address: "400 W Lexington St",
      city: "Baltimore",
      state: "MD",
      zip: "21201",
      positionSource: "entered",
      ...MARKET,
    })
    return { market, product: await aProduct(db, market) }
  }

  async function aBaltimoreOrder() {
    const { db } = server.database
    const { market, product } = await aStall()
    const customer = await aCustomer(db)
    const order = await anOrder(db, { customer, market, product, fulfilment: "delivery" })
    await toTheDoor(order.id)
    const offer = () =>
      chooseDeliverer(ctxFor(server.database, market.actor), { orderId: order.id, hasDeliverer: false })
    return { market, customer, order, deliveryId: order.delivery!.id, offer }
  }

  /** As a geocoder would have found it: without one an address is known to its zip's centre only. */
  async function toTheDoor(orderId: string) {
    await server.database.db
      .update(deliveries)
      .set({
        address: "600 E Pratt St",
        city: "Baltimore",
        state: "MD",
        zip: "21202",
        ...DOOR,
        positionSource: "entered",
      })
      .where(eq(deliveries.orderId, orderId))
  }

  /** A customer's own order, from the cart to the page that follows it. */
  async function bought() {
    const { db } = server.database
    const { market, product } = await aStall()
    const customer = await aCustomer(db)
    await addToCart(ctxFor(server.database, customer.actor), { productId: product.id, size: "", quantity: 1 })
    const page = await signedIn(customer.actor)
    await proceed(page, "Delivery", {
      Address: "600 E Pratt St",
      City: "Baltimore",
      State: "MD",
      Zip: "21202",
    })
    await payWith(page)
    await thanks(page)
    const [order] = await db.select().from(orders).where(eq(orders.customerId, customer.userId))
    await toTheDoor(order!.id)
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.orderId, order!.id))
    return { market, order: order!, deliveryId: delivery!.id, buyer: page }
  }

  async function signedIn(actor: Parameters<typeof signIn>[2], options: PageOptions = {}) {
    const page = await browser.visit(server.url, options)
    await signIn(page, server, actor)
    return page
  }

  /** With a `clock`, the page's time can be made to pass. React has the page: before it, steps are sent as plain forms. */
  const courierPage = async ({ clock, ...options }: PageOptions & { clock?: boolean } = {}) => {
    const courier = await aDeliverer(server.database.db)
    const page = await signedIn(courier.actor, { context: ON_THE_MAP, ...options })
    if (clock) await page.clock.install()
    await page.goto("/deliveries")
    if (options.javaScript !== false) await awake(page)
    return page
  }

  async function takenByAnother(deliveryId: string) {
    const other = await aDeliverer(server.database.db)
    await takeDelivery(ctxFor(server.database, other.actor), deliveryId)
  }

  return { aBaltimoreOrder, bought, signedIn, courierPage, takenByAnother }
}
