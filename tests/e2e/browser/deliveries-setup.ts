import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { deliveries, orders } from "#db/schema/index.ts"
import { ordersInBaltimore, ROUTE } from "#tests/support/baltimore.ts"
import type { PageOptions, TestBrowser } from "#tests/support/browser.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { hydrated } from "#tests/support/hold-react.ts"
import type { Site } from "#tests/support/server.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { payWith, proceed, thanks } from "./checkout-steps.ts"

export const at = ({ lat, lng }: { lat: number; lng: number }) => ({
  latitude: lat,
  longitude: lng,
  accuracy: 8,
})
export const ON_THE_MAP = { geolocation: at(ROUTE[0]), permissions: ["geolocation"] }

/**
 * Presses with the keyboard: the response to the previous step adds lines above the button, and a mouse press on a
 * button that moves away does nothing.
 */
export const pressButton = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).first().press("Enter")

/** Orders in Baltimore, and open pages of the people involved. */
export function inBaltimore(server: Site, browser: TestBrowser) {
  const baltimore = ordersInBaltimore(server)

  /** A customer's order, from the cart to the page that tracks it. */
  async function bought() {
    const { db } = server.database
    const { market, product } = await baltimore.aStall()
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
    await baltimore.toTheDoor(order!.id)
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.orderId, order!.id))
    return { market, order: order!, deliveryId: delivery!.id, buyer: page }
  }

  async function signedIn(actor: Parameters<typeof signIn>[2], options: PageOptions = {}) {
    const page = await browser.visit(server.url, options)
    await signIn(page, server, actor)
    return page
  }

  /**
   * With a `clock`, the test controls the page's time. Waits until the page is hydrated: before that, steps are sent as
   * plain forms.
   */
  const courierPage = async ({ clock, ...options }: PageOptions & { clock?: boolean } = {}) => {
    const courier = await aCourier(server.database.db)
    const page = await signedIn(courier.actor, { context: ON_THE_MAP, ...options })
    if (clock) await page.clock.install()
    await page.goto("/deliveries")
    await hydrated(page)
    return page
  }

  return { ...baltimore, bought, signedIn, courierPage }
}
