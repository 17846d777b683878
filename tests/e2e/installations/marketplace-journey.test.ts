import { and, eq, sum } from "drizzle-orm"
import { expect, it } from "vitest"
import { checkLedger } from "#core/payments/check-ledger.server.ts"
import {
  couriers,
  deliveries,
  ledgerEntries,
  markets,
  orders,
  payouts,
  products,
  users,
} from "#db/schema/index.ts"
import { systemCtx } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { earnedBy } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { HtmlPage } from "#tests/support/html-page.ts"
import { aPhoto } from "#tests/support/images.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { tokensFor } from "#tests/support/payout-accounts.ts"
import { useServer } from "#tests/support/server.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { type Visitor, visitor } from "#tests/support/visitor.ts"
import { next, SELLER } from "#tests/support/wizard-steps.ts"

/**
 * From an empty database to money in the bank, correct to the cent at every step. Its own installation, because it
 * checks the books of the whole marketplace.
 */
const server = useServer()
const db = () => server.database.db

const EMAIL = "grace@market.test"
const CARD = { "Card number": "4242424242424242", Expiry: "12 / 34", CVC: "123" }

async function registerMarket(): Promise<Visitor> {
  const grace = await visitor(server)
  const [account, address, market] = SELLER.map(({ good }) => good)
  let page = await grace.open("/market?tab=register")
  page = await page.send({ ...account, email: EMAIL }, next)
  page = await page.send({ ...address }, next)
  page = await page.send({ ...market, phone: "2125550134" }, next)
  await page.press("Submit", {
    "Photo ID of the owner": await aPhoto("passport.jpg", "red"),
    "Photo of the market": await aPhoto("stall.jpg", "green"),
    "Certificate or license": await aPhoto("license.jpg", "blue"),
  })
  const { links } = await waitForEmail(server, { to: EMAIL, subject: /confirm/i })
  const confirmed = await grace.open(links.find((link) => link.includes("email-confirmed"))!)
  const login = await confirmed.press("Log in")
  const dashboard = await login.press("Login", { Email: EMAIL, Password: PASSWORD })
  expect(dashboard.path).toBe("/market-dashboard")
  return grace
}

async function approve(name: string) {
  const admin = await visitor(server, (await anAdmin(db())).actor)
  const application = await (await admin.open("/admin-dashboard")).follow(new RegExp(name))
  expect((await application.press("Approve")).path).toMatch(/^\/admin-dashboard/)
}

/** Sends what the payout form does once Stripe's script has turned the person's details into tokens. */
async function connect(person: Visitor, path: "/register-stripe" | "/stripe") {
  const tokens = await tokensFor(sandboxOf(server))
  const details = { productDescription: "Vegetables and fruit", schedule: "weekly", agree: "on" }
  return (await person.post(path, { ...tokens, ...details })).path
}

async function subscribe(seller: Visitor) {
  const form = await seller.open("/register-subscription")
  const provider = await form.press("Subscribe", { "I agree to get Monthly charged 5 dollars": true })
  const dashboard = await provider.press(/^Subscribe/, CARD)
  expect(dashboard.get("link", "Insert a Product")).toBeDefined()
}

async function listCarrots(seller: Visitor) {
  const category = await seller.open("/add-product")
  const description = await category.press("Next", { Category: "Vegetables", Price: "3.25", Quantity: "70" })
  const images = await description.press("Next", {
    Section: "Carrots",
    "Product name": "Bunched carrots",
    Description: "Pulled this morning.",
  })
  const added = await images.press("Add the photo", { Photo: await aPhoto("picture.jpg", "#e67e22") })
  expect((await added.press("Submit")).path).toBe("/market-dashboard")
}

type Bought = { id: string; category: string }[]

/** A customer buys one of each product, and pays on the provider's page. */
async function buy(products: Bought, way: "Delivery" | "Pick up") {
  const customer = await aCustomer(db())
  const shopper = await visitor(server, customer.actor)
  for (const { id, category } of products) {
    const page = await shopper.open(`/view-product?product=${id}`)
    await page.press("Add to the Cart", category === "Shoes" ? { "7.5": true } : {})
  }
  const cart = await shopper.open("/shopping-cart")
  const address = { Address: "1 Main St", City: "New York", State: "NY", Zip: "10001" }
  let page = await cart.press("Proceed Checkout", { "Delivery or Pick up": way })
  if (way === "Delivery") page = await page.press("Submit", { ...address, Phone: "212-555-0134" })
  const provider = await page.press(/^Pay Now/, address)
  const thanks = await provider.press(/^Pay/, CARD)
  expect(thanks.text).toContain("Thank you for shopping, you will be log out")
  const [order] = await db().select().from(orders).where(eq(orders.customerId, customer.userId))
  return order!
}

/** A courier nearby with an account at Stripe. */
async function aConnectedCourier() {
  const courier = await aCourier(db(), { onboarded: null })
  await db().update(couriers).set({ zip: "10011" }).where(eq(couriers.userId, courier.userId))
  const page = await visitor(server, courier.actor)
  expect(await connect(page, "/stripe")).toBe("/thank-you")
  return { ...courier, page }
}

async function bringBy(courier: Visitor, number: number) {
  const deliveries = await courier.open("/deliveries")
  const taken = await deliveries.press(`Take order ${number}`)
  const onTheWay = await taken.press("Pick up")
  const photo = { "Photo of the delivered order": await aPhoto("door.jpg") }
  expect((await onTheWay.press("Delivered", photo)).get("heading", "Waiting deliveries")).toBeDefined()
}

const earned = async (userId: string) => {
  const [row] = await db()
    .select({ cents: sum(ledgerEntries.amountCents).mapWith(Number) })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
  return row?.cents ?? 0
}

type PaidPerson = { id: string; account: string; dashboard: string; page: Visitor }

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Expects the dashboard's two amounts, the ledger's sum, the account at the provider and the invariant of the books to
 * agree.
 */
async function agree(
  { id, account, dashboard, page }: PaidPerson,
  pendingCents: number,
  availableCents: number,
) {
  const revenue = `Pending Total${dollars(pendingCents)}Available Total${dollars(availableCents)}`
  // A job transfers the money.
  await expect.poll(async () => (await page.open(dashboard)).text, { timeout: 20_000 }).toContain(revenue)
  expect(await earned(id)).toBe(pendingCents + availableCents)
  const held = await sandboxOf(server).stripe.balance.retrieve({}, { stripeAccount: account })
  expect(held.available.map(({ amount }) => amount)).toEqual([availableCents])
  expect(await checkLedger(systemCtx({ db: db() }))).toEqual([])
}

/** Sends the form ten times at once, as impatient clicks would. */
async function payOut({ id, account, page }: PaidPerson, cents: number) {
  const form = await page.open("/payout")
  expect(form.document.querySelector(".balance")?.textContent).toBe(dollars(cents))
  await Promise.all(Array.from({ length: 10 }, () => form.press("Payout")))
  const stored = async () =>
    (await db().select().from(payouts).where(eq(payouts.userId, id))).map((payout) => [
      payout.status,
      payout.amountCents,
    ])
  await expect.poll(stored, { timeout: 40_000 }).toEqual([["paid", cents]])
  const { data } = await sandboxOf(server).stripe.payouts.list({}, { stripeAccount: account })
  expect(data.map(({ amount, status }) => [amount, status])).toEqual([[cents, "paid"]])
}

const statusOn = (page: HtmlPage) => page.document.querySelector(".status-now")?.textContent

const JOURNEY = { tags: ["MONEY-11", "SELL-1", "ONBOARD-9"], timeout: 240_000 }

it(
  "registers, approves, onboards, subscribes, lists, sells, delivers three ways, and pays out",
  JOURNEY,
  async () => {
    const grace = await registerMarket()
    await approve("Grace Hopper")
    expect(await connect(grace, "/register-stripe")).toBe("/thankyou")
    await subscribe(grace)
    await listCarrots(grace)
    const [row] = await db()
      .select({ id: users.id, market: markets.id, account: markets.stripeAccountId })
      .from(users)
      .innerJoin(markets, eq(markets.userId, users.id))
      .where(and(eq(users.email, EMAIL), eq(markets.canSell, true)))
    const seller: PaidPerson = {
      id: row!.id,
      account: row!.account!,
      dashboard: "/market-dashboard",
      page: grace,
    }
    const boots = { name: "Barn boots", category: "Shoes", section: "Steel Toe Shoes", priceCents: 5990 }
    const shoes = await aProduct(db(), { id: row!.market }, { ...boots, sizes: { "7": 5, "7.5": 5 } })
    const [carrots] = await db().select().from(products).where(eq(products.category, "Vegetables"))
    const bought = [carrots!, shoes]
    const pickup = await buy(bought, "Pick up")
    const own = await buy(bought, "Delivery")
    const platform = await buy(bought, "Delivery")
    const net = (order: typeof pickup) => earnedBy(order)
    const all = net(pickup) + net(own) + net(platform)
    await agree(seller, all, 0)

    let order = await grace.open(`/order-seller?OrderID=${pickup.id}`)
    for (const status of ["ready to pick up", "pending", "picked up"]) {
      order = await order.press("Update", { [`Status of order ${pickup.number}`]: status })
      expect(statusOn(order)).toBe(status)
    }
    await agree(seller, all - net(pickup), net(pickup))

    const ours = await (await grace.open(`/update-shipping?OrderDetails=${own.id}&title=1`)).press("Yes")
    const shipped = await ours.press("Shipped", { Shipper: "UPS", "Tracking number": "1Z999" })
    expect(shipped.text).toContain("UPS, tracking number 1Z999")
    expect(statusOn(await shipped.press("Yes"))).toBe("delivered")
    await agree(seller, net(platform), net(pickup) + net(own) + own.deliveryCents)

    const courier = await aConnectedCourier()
    await (await grace.open(`/update-shipping?OrderDetails=${platform.id}&title=1`)).press("No")
    await bringBy(courier.page, platform.number)
    const total = all + own.deliveryCents
    await agree(seller, 0, total)
    const [account] = await db().select().from(couriers).where(eq(couriers.userId, courier.userId))
    const carrier: PaidPerson = {
      id: courier.userId,
      account: account!.stripeAccountId!,
      dashboard: "/express-dashboard",
      page: courier.page,
    }
    await agree(carrier, 0, platform.deliveryCents)

    await payOut(seller, total)
    await agree(seller, 0, 0)
    await payOut(carrier, platform.deliveryCents)
    const [brought] = await db().select().from(deliveries).where(eq(deliveries.orderId, platform.id))
    expect(brought!.photoId).not.toBeNull()
  },
)
