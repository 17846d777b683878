import { and, eq, sum } from "drizzle-orm"
import type { Page } from "playwright"
import { it } from "vitest"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import {
  deliverers,
  deliveries,
  ledgerEntries,
  markets,
  orders,
  payouts,
  products,
  users,
} from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { systemCtx } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { tokensFor } from "#tests/support/payout-accounts.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { addPictures, next } from "#tests/support/seller-wizard.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { visitor } from "#tests/support/visitor.ts"
import { payWith, proceed, putIntoCart, thanks } from "./checkout-steps.ts"
import { chooseFiles, fillPlanCard, onboard, press, toFiles } from "./seller-steps.ts"

/**
 * From an empty database to money in the bank, agreeing to the cent at every step. Its own installation: the books of
 * the whole marketplace are checked.
 */
const server = useServer()
const browser = useBrowser()
const db = () => server.database.db

const EMAIL = "grace@market.test"
const MARKET = "Grace's Greens"

async function registerMarket(page: Page) {
  await toFiles(page, EMAIL)
  await chooseFiles(page)
  await press(page, "Submit")
  await page.waitForURL("**/market")
  const letter = await waitForLetter(server, { to: EMAIL, subject: /confirm/i })
  await page.goto(letter.links.find((link) => link.includes("email-confirmed"))!)
  await press(page, "Log in")
  await page.waitForURL("**/market")
  await page.getByLabel("Email", { exact: true }).fill(EMAIL)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await press(page, "Login")
  await page.waitForURL("**/market-dashboard")
}

async function approve(name: string) {
  const page = await browser.visit(server.url)
  await signIn(page, server, (await anAdmin(db())).actor)
  await page.goto("/admin-dashboard")
  await page.getByRole("link", { name }).first().click()
  await press(page, "Approve")
  await page.waitForURL("**/admin-dashboard*")
  await page.context().close()
}

async function subscribe(page: Page) {
  await page.goto("/register-subscription")
  await fillPlanCard(page, "4242 4242 4242 4242")
  await page.getByLabel("I agree to get Monthly charged 5 dollars").check()
  await press(page, "Subscribe")
  await page.waitForURL("**/market-dashboard")
  await expect(page.getByRole("link", { name: "Insert a Product" })).toBeVisible()
}

async function listCarrots(page: Page) {
  await page.goto("/add-product")
  await page.getByLabel("Category").selectOption("Vegetables")
  await page.getByLabel("Price").fill("3.25")
  await page.getByLabel("Quantity").selectOption("70")
  await next(page)
  await page.getByLabel("Section").selectOption("Carrots")
  await page.getByLabel("Product name").fill("Bunched carrots")
  await page.getByLabel("Description").fill("Pulled this morning.")
  await next(page)
  await addPictures(page, ["#e67e22"])
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
}

/** A customer buys one bunch and one pair, all the way to the order. */
async function buyInBrowser() {
  const customer = await aCustomer(db())
  const page = await browser.visit(server.url)
  await signIn(page, server, customer.actor)
  await putIntoCart(page, MARKET, "Bunched carrots")
  await putIntoCart(page, MARKET, "Barn boots", "7.5")
  await proceed(page, "Pick up")
  await payWith(page)
  await thanks(page)
  await page.context().close()
  return orderOf(customer.userId)
}

/** The same without JavaScript, to be delivered. */
async function buyForDelivery(products: { id: string; category: string }[]) {
  const customer = await aCustomer(db())
  const shopper = await visitor(server, customer.actor)
  for (const { id, category } of products) {
    const page = await shopper.open(`/view-product?product=${id}`)
    await page.press("Add to the Cart", category === "Shoes" ? { Size: "7.5" } : {})
  }
  const cart = await shopper.open("/shopping-cart")
  const shipTo = await cart.press("Proceed Checkout", { "Delivery or Pick up": "Delivery" })
  const address = { Address: "1 Main St", City: "New York", State: "NY", Zip: "10001" }
  const pay = await shipTo.press("Submit", { ...address, Phone: "212-555-0134" })
  const provider = await pay.press("Pay Now", address)
  const card = { "Card number": "4242424242424242", Expiry: "12 / 34", CVC: "123" }
  expect((await provider.press(/^Pay/, card)).text).toContain("Thank you for shopping, you will be log out")
  return orderOf(customer.userId)
}

async function orderOf(customerId: string) {
  const [order] = await db().select().from(orders).where(eq(orders.customerId, customerId))
  return order!
}

/** A courier of the neighborhood with an account at Stripe, who takes deliveries in a browser. */
async function aConnectedCourier() {
  const courier = await aDeliverer(db(), { onboarded: null })
  await db().update(deliverers).set({ zip: "10011" }).where(eq(deliverers.userId, courier.userId))
  const tokens = await tokensFor(sandboxOf(server))
  const details = { ...tokens, schedule: "weekly", agree: "on" }
  const connected = await (await visitor(server, courier.actor)).post("/stripe", details)
  expect(connected.path).toBe("/thank-you")
  const page = await browser.visit(server.url)
  await signIn(page, server, courier.actor)
  return { ...courier, page }
}

async function bringBy(courier: Page, number: number) {
  await courier.goto("/deliveries")
  await courier
    .getByRole("button", { name: `Take order ${number}` })
    .last()
    .click()
  await courier.getByRole("button", { name: "Pick up" }).click()
  await courier.getByLabel("Photo of the delivered order").setInputFiles(await aPhoto("door.jpg"))
  await courier.getByRole("button", { name: "Delivered", exact: true }).click()
  await expect(courier.getByRole("heading", { name: "Waiting deliveries" })).toBeVisible()
}

const earned = async (userId: string) => {
  const [row] = await db()
    .select({ cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
  return row?.cents ?? 0
}

type Payee = { id: string; account: string }

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** The dashboard's two figures, the ledger's sum, the account at the provider and the invariant of the books agree. */
async function agree(page: Page, who: Payee, pendingCents: number, availableCents: number) {
  const receipt = page.locator(".receipt", { hasText: "Available Total" })
  await expect(receipt).toContainText(`Pending Total${dollars(pendingCents)}`)
  await expect(receipt).toContainText(`Available Total${dollars(availableCents)}`)
  expect(await earned(who.id)).toBe(pendingCents + availableCents)
  const held = await sandboxOf(server).stripe.balance.retrieve({}, { stripeAccount: who.account })
  expect(held.available.map(({ amount }) => amount)).toEqual([availableCents])
  expect(await checkLedger(systemCtx({ db: db() }))).toEqual([])
}

async function payOut(page: Page, { id, account }: Payee, cents: number) {
  await page.goto("/payout")
  await expect(page.locator(".balance")).toHaveText(dollars(cents))
  await page.getByRole("button", { name: "Payout" }).evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 10; click += 1) button.click()
  })
  await page.waitForURL(/dashboard$/)
  const stored = async () => {
    const [row] = await db().select().from(payouts).where(eq(payouts.userId, id))
    return [row?.status, row?.amountCents]
  }
  await expect.poll(stored, { timeout: 40_000 }).toEqual(["paid", cents])
  const { data } = await sandboxOf(server).stripe.payouts.list({}, { stripeAccount: account })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[cents, "paid"]])
}

const JOURNEY = { tags: ["MONEY-11", "SELL-1", "ONBOARD-9"], timeout: 240_000 }

it(
  "registers, approves, onboards, subscribes, lists, sells, delivers three ways, and pays out",
  JOURNEY,
  async () => {
    const page = await browser.visit(server.url)
    await registerMarket(page)
    await approve("Grace Hopper")
    await page.goto("/register-stripe")
    await onboard(page, "000000000")
    await subscribe(page)
    await listCarrots(page)
    const [row] = await db()
      .select({ id: users.id, market: markets.id, account: markets.stripeAccountId })
      .from(users)
      .innerJoin(markets, eq(markets.userId, users.id))
      .where(and(eq(users.email, EMAIL), eq(markets.canSell, true)))
    const seller: Payee = { id: row!.id, account: row!.account! }
    const boots = { name: "Barn boots", category: "Shoes", section: "Steel Toe Shoes", priceCents: 5990 }
    const shoes = await aProduct(db(), { id: row!.market }, { ...boots, sizes: { "7": 5, "7.5": 5 } })
    const [carrots] = await db().select().from(products).where(eq(products.category, "Vegetables"))
    const pickup = await buyInBrowser()
    const [own, platform] = [await buyForDelivery([carrots!, shoes]), await buyForDelivery([carrots!, shoes])]
    const net = (order: typeof pickup) => order.itemsCents - order.processorFeeCents
    const all = net(pickup) + net(own) + net(platform)
    await page.goto("/market-dashboard")
    await agree(page, seller, all, 0)

    await page.goto(`/order-seller?OrderID=${pickup.id}`)
    for (const status of ["ready to pick up", "pending", "picked up"]) {
      await page.getByLabel(`Status of order ${pickup.number}`).selectOption(status)
      await press(page, "Update")
      await expect(page.locator(".status-now")).toHaveText(status)
    }
    await page.goto("/market-dashboard")
    await agree(page, seller, all - net(pickup), net(pickup))

    await page.goto(`/update-shipping?OrderDetails=${own.id}&title=1`)
    await press(page, "Yes")
    await page.getByLabel("Shipper").fill("UPS")
    await page.getByLabel("Tracking number").fill("1Z999")
    await press(page, "Shipped")
    await expect(page.getByText("UPS, tracking number 1Z999")).toBeVisible()
    await press(page, "Yes")
    await expect(page.locator(".status-now")).toHaveText("delivered")
    await page.goto("/market-dashboard")
    await agree(page, seller, net(platform), net(pickup) + net(own) + own.deliveryCents)

    const courier = await aConnectedCourier()
    await page.goto(`/update-shipping?OrderDetails=${platform.id}&title=1`)
    await press(page, "No")
    await bringBy(courier.page, platform.number)
    await page.goto("/market-dashboard")
    const total = all + own.deliveryCents
    await agree(page, seller, 0, total)
    const [account] = await db().select().from(deliverers).where(eq(deliverers.userId, courier.userId))
    const carrier: Payee = { id: courier.userId, account: account!.stripeAccountId! }
    await courier.page.goto("/express-dashboard")
    await agree(courier.page, carrier, 0, platform.deliveryCents)

    await payOut(page, seller, total)
    await agree(page, seller, 0, 0)
    await payOut(courier.page, carrier, platform.deliveryCents)
    const [brought] = await db().select().from(deliveries).where(eq(deliveries.orderId, platform.id))
    expect(brought!.photoId).not.toBeNull()
  },
)
