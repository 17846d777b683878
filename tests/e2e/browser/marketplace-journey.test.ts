import { readFileSync } from "node:fs"
import { join } from "node:path"
import { and, eq, sum } from "drizzle-orm"
import type { Page } from "playwright"
import Stripe from "stripe"
import { it } from "vitest"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import { deliverers, deliveries, ledgerEntries, markets, orders, payouts, users } from "#db/schema/index.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { systemCtx } from "#tests/support/database.ts"
import { expect } from "#tests/support/expect.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCustomer, aDeliverer } from "#tests/support/factories/people.ts"
import { waitForLetter } from "#tests/support/mailbox.ts"
import { aPhoto } from "#tests/support/pictures.ts"
import { addPictures, addSize, next } from "#tests/support/seller-wizard.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD, signIn } from "#tests/support/sign-in.ts"
import { payWith, proceed, putIntoCart, thanks } from "./checkout-steps.ts"
import { chooseFiles, connectCourier, fillPlanCard, onboard, press, toFiles } from "./seller-steps.ts"

/** The marketplace feeds itself: from an empty database to money in the bank, agreeing to the cent at every step. */
const server = useServer()
const browser = useBrowser()
const db = () => server.database.db

const EMAIL = "grace@market.test"
const MARKET = "Grace's Greens"
type Fulfilment = "Delivery" | "Pick up"

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
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
}

async function listBoots(page: Page) {
  await page.goto("/add-product")
  await page.getByLabel("Category").selectOption("Shoes")
  await next(page)
  await page.getByLabel("Section").selectOption("Steel Toe Shoes")
  await page.getByLabel("Product name").fill("Barn boots")
  await page.getByLabel("Description").fill("For mud.")
  await page.getByLabel("Gender").selectOption("Female")
  await page.getByLabel("Age", { exact: true }).selectOption("Womens")
  await next(page)
  for (const [size, price] of [
    ["7", "59.90"],
    ["7.5", "59.90"],
    ["8", "64.90"],
  ] as const) {
    await addSize(page, size, "5", price)
    await expect(page.getByRole("list", { name: "Sizes in the list" })).toContainText(size)
  }
  await next(page)
  await addPictures(page, ["#e67e22", "#27ae60", "#2980b9", "#8e44ad"])
  await next(page, "Submit")
  await page.waitForURL("**/market-dashboard")
}

/** A customer buys one bunch and one pair, all the way to the order. */
async function buy(fulfilment: Fulfilment) {
  const customer = await aCustomer(db())
  const page = await browser.visit(server.url)
  await signIn(page, server, customer.actor)
  await putIntoCart(page, MARKET, "Bunched carrots")
  await putIntoCart(page, MARKET, "Barn boots", "7.5")
  await proceed(page, fulfilment)
  await payWith(page)
  await thanks(page)
  await page.context().close()
  const [order] = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
  return order!
}

/** A courier of the neighbourhood who connects with Stripe on their own page. */
async function aConnectedCourier() {
  const courier = await aDeliverer(db(), { onboarded: null })
  await db().update(deliverers).set({ zip: "10011" }).where(eq(deliverers.userId, courier.userId))
  const page = await browser.visit(server.url)
  await signIn(page, server, courier.actor)
  await connectCourier(page)
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

function sandbox(): Stripe {
  const { hostname: host, port } = new URL(server.sandboxUrl)
  const keys = JSON.parse(readFileSync(join(server.dataDir, "keys.json"), "utf8"))
  const secretKey = `sk_test_${String(keys.stripeWebhookSecret).slice(0, 24)}`
  return new Stripe(secretKey, { host, port: Number(port), protocol: "http" })
}

/** The dashboard's two figures, the ledger's sum, the account at the provider and the invariant of the books agree. */
async function agree(page: Page, who: Payee, pendingCents: number, availableCents: number) {
  await expect(async () => {
    await page.reload()
    const receipt = page.locator(".receipt", { hasText: "Available Total" })
    await expect(receipt).toContainText(`Pending Total${dollars(pendingCents)}`, { timeout: 500 })
    await expect(receipt).toContainText(`Available Total${dollars(availableCents)}`, { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  expect(await earned(who.id)).toBe(pendingCents + availableCents)
  const held = await sandbox().balance.retrieve({}, { stripeAccount: who.account })
  expect(held.available.map(({ amount }) => amount)).toEqual([availableCents])
  expect(await checkLedger(systemCtx({ db: db() }))).toEqual([])
}

async function payOut(page: Page, { id, account }: Payee, cents: number) {
  await page.goto("/payout")
  await expect(page.locator(".balance")).toHaveText(dollars(cents))
  await press(page, "Payout")
  await page.waitForURL(/dashboard$/)
  await expect(async () => {
    const [row] = await db().select().from(payouts).where(eq(payouts.userId, id))
    expect(row).toMatchObject({ status: "paid", amountCents: cents })
  }).toPass({ timeout: 40_000 })
  const { data } = await sandbox().payouts.list({}, { stripeAccount: account })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[cents, "paid"]])
}

it("registers, approves, onboards, subscribes, lists, sells, delivers three ways, and pays out", async () => {
  const page = await browser.visit(server.url)
  await registerMarket(page)
  await approve("Grace Hopper")
  await page.goto("/register-stripe")
  await onboard(page, "000000000")
  await subscribe(page)
  await listCarrots(page)
  await listBoots(page)
  const [row] = await db()
    .select({ id: users.id, account: markets.stripeAccountId })
    .from(users)
    .innerJoin(markets, eq(markets.userId, users.id))
    .where(and(eq(users.email, EMAIL), eq(markets.canSell, true)))
  const seller: Payee = { id: row!.id, account: row!.account! }
  const [pickup, own, platform] = [await buy("Pick up"), await buy("Delivery"), await buy("Delivery")]
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
}, 240_000)
