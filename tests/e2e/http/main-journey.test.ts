import { expect, it } from "vitest"
import { payOnProviderPage, proceed, SHIP_TO } from "#tests/support/checkout-pages.ts"
import { twoMarkets } from "#tests/support/factories/carts.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { aPlace } from "#tests/support/places.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { confirmationLink, registration } from "#tests/support/sign-up.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"

/**
 * The main job without JavaScript, as a newcomer does it: sign up, confirm from the mailbox, sign in, search a ZIP,
 * fill a cart from two markets, pay, and see the order's progress on the next page.
 */
const server = useSharedServer()

async function signUp(newcomer: Visitor, email: string): Promise<HtmlPage> {
  const form = await newcomer.open("/login?tab=register")
  const registered = await form.press("Register", registration(email))
  expect(registered.path).toBe("/login")
  const { pathname, search } = new URL(await confirmationLink(server, email))
  const confirmed = await (await newcomer.open(pathname + search)).press("Log in")
  expect(confirmed.path).toBe("/login")
  return confirmed.press("Login", { Email: email, Password: PASSWORD })
}

const unseen = (page: HtmlPage) => page.document.querySelector('[data-badge="unseen"]')?.textContent

it.each(["Delivery", "Pick up"] as const)(
  "a newcomer goes from signing up to an order that moves: %s",
  {
    tags: ["NOJS-2", "NOJS-3", "NOJS-4", "ORDER-13"],
  },
  async (choice) => {
    const { db } = server.database
    const place = await aPlace(server)
    const { stall } = await twoMarkets(db, place)
    const email = `newcomer-${crypto.randomUUID().slice(0, 8)}@example.test`
    const newcomer = await visitor(server)
    const home = await signUp(newcomer, email)
    expect(home.path).toBe("/home")
    const found = await home.press("Find markets", { Zip: place.zip })
    const melon = await (await found.follow("Check the market out: Chelsea Stall")).follow(
      "View Product: Sugar melon",
    )
    await melon.press("Add to the Cart")
    const shoes = await (await found.follow("Check the market out: Shoe Corner")).follow(
      "View Product: Walking shoes",
    )
    expect((await shoes.press("Add to the Cart", { "8.5": true })).path).toMatch(/^\/market-info\?market=/)
    const shipTo = { ...SHIP_TO, City: place.city, State: place.state, Zip: place.zip }
    const thanks = await payOnProviderPage(await proceed(newcomer, choice, shipTo))
    expect(thanks.text).toContain("Thank you for shopping, you will be log out")
    await waitForEmail(server, { to: email, subject: /order/i })

    const list = await newcomer.open("/customer-orders")
    expect(list.all("link", /^View Order/)).toHaveLength(2)
    const main = list.get("main")
    const card = list
      .all("listitem", undefined, main)
      .find((one) => one.textContent?.includes("Chelsea Stall"))
    const details = await list.follow(/^View Order/, card)
    expect(details.text).toContain("Sugar melon")
    const order = await details.follow("Follow this order")
    const orderId = new URLSearchParams(order.path.split("?")[1]).get("OrderID")
    // Placing two orders has sent two notifications.
    expect(unseen(order)).toBe("2")

    const seller = await visitor(server, stall.actor)
    if (choice === "Pick up") {
      const page = await seller.open(`/order-seller?OrderID=${orderId}`)
      await page.press("Update", { Status: "ready to pick up" })
    } else {
      const page = await seller.open(`/update-shipping?OrderDetails=${orderId}&title=1`)
      expect(page.text).toContain("Do you have somebody to deliver the order?")
      await page.press("Yes")
    }
    await expect.poll(async () => unseen(await newcomer.open(order.path)), { timeout: 15_000 }).toBe("3")
    const moved = await newcomer.open(order.path)
    const status = choice === "Pick up" ? "Ready to pick up" : "The market is packing your order"
    expect(moved.document.querySelector(".status-now")?.textContent).toBe(status)
    const newest = moved.document.querySelector<HTMLElement>("#bell li")!
    const seen = await moved.press("See Order", {}, newest)
    expect(seen.path).toBe(`/order?OrderID=${orderId}`)
    expect(unseen(seen)).toBe("2")
  },
)
