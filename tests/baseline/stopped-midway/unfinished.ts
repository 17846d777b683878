import type pg from "pg"
import type { Installation } from "./installation.ts"
import { beginPayment, confirmCard, type Payment, type Visitor, visitor } from "./visitor.ts"
import type { Orders, People, Things } from "./world.ts"
import * as world from "./world.ts"

const BILLING = {
  firstName: "Cal",
  lastName: "Buyer",
  address: "1 Main St",
  addressOne: "",
  city: "New York",
  state: "NY",
  zip: "10001",
}

/** Actions whose jobs are queued at the time of the stop. */
export async function leaveForJobs(at: Installation, people: People, things: Things, orders: Orders) {
  const { ada, anna, carl, dora, ivy, mo } = people as Record<string, Visitor>
  await cancel(anna!, orders.refundAsJob!)
  await handOver(anna!, orders.transferAsJob!)
  const offers = await carl!.api<{ id: string; ordernumber?: number }[]>(
    "GET",
    "/pushcartexpress/grabAllDeliveries",
  )
  if (offers.length !== 3) throw new Error(`${offers.length} deliveries wait, not three`)
  await carl!.api("PUT", "/pushcartexpress/takeOrder", {
    did: "",
    sid: await deliveryOf(people, orders.taken!),
  })
  const sid = await deliveryOf(people, orders.pickedUp!)
  await dora!.api("PUT", "/pushcartexpress/takeOrder", { did: "", sid })
  await dora!.api("PUT", "/pushcartexpress/pickUp", { sid })
  // Two orders of one checkout, whose emails wait as one batch.
  await world.addToCart(ivy!, things.apples, 1)
  await world.addToCart(ivy!, things.carrots, 2)
  await world.chooseFulfillment(ivy!, "Pick up")
  const [first = "", second = ""] = await world.pay(at, ivy!)
  Object.assign(orders, { ofTwoMarkets: first, ofTwoMarketsToo: second })
  await world.registerCustomer(at, "kim")
  await ada!.api("GET", "/email/forgotPasswordCustomer/ada@example.test")
  await anna!.api("POST", "/seller/payoutForSeller", {})
  await mo!.api("POST", "/account/delete", { password: world.PASSWORD })
}

/** Actions that are still in the outbox, or known only to the card provider, at the time of the stop. */
export async function leaveForDispatch(
  at: Installation,
  database: pg.Client,
  { people, things, orders }: { people: People; things: Things; orders: Orders },
) {
  const { ada, anna, bea, cal, dan, eve, fay, joy } = people as Record<string, Visitor>
  const { apples, cheese, carrots, cherries } = things
  await cancel(anna!, orders.refundAsEvent!)
  await handOver(anna!, orders.transferAsEvent!)
  await world.registerCustomer(at, "kat")

  // Paid, but only the webhook or the sweep can report it.
  await world.addToCart(ada!, carrots, 1)
  const webhookToCome = await payAndVanish(at, ada!, apples, 2)
  const webhookLost = await payAndVanish(at, bea!, cherries, 1)

  const hostedPage = await openHostedPage(cal!, apples)
  const hosted = await newest(database)
  const liveHold = await hold(dan!, database, apples, 3)
  const expiredHold = await hold(eve!, database, cherries, 1)
  await fill(fay!, cheese, 1)
  const expiredPayment = await beginPayment(fay!)
  // Holds last a quarter of an hour; move the start of these two back by that time.
  await database.query(
    "update checkouts set hold_expires_at = now() - interval '1 second' where id = any($1)",
    [[expiredHold, expiredPayment.checkoutId]],
  )
  await world.addToCart(joy!, carrots, 2)
  await world.addToCart(joy!, apples, 2, "joy-adds-apples")
  people.pia = await fillWizard(at)
  return {
    checkouts: {
      webhookToCome: webhookToCome.checkoutId,
      webhookLost: webhookLost.checkoutId,
      hosted,
      liveHold,
      expiredHold,
      expiredPayment: expiredPayment.checkoutId,
    },
    payments: {
      webhookToCome: paymentOf(webhookToCome),
      webhookLost: paymentOf(webhookLost),
      expired: paymentOf(expiredPayment),
    },
    hostedPage,
  }
}

const cancel = (seller: Visitor, orderId: string) =>
  seller
    .send(`/order-seller?OrderID=${orderId}`, {
      intent: "cancel-order",
      orderId,
      reason: "The cellar was flooded.",
    })
    .then(leadsTo("/order-seller"))

const handOver = (seller: Visitor, id: string) =>
  seller.api("PUT", "/order/seller/updateOrder", { id, status: "picked up" })

/** Returns the delivery of an order from the couriers' list. */
async function deliveryOf({ hal, carl }: People, orderId: string): Promise<string> {
  const { ordernumber } = await hal!.api<{ ordernumber: number }>("GET", `/shipping/user/${orderId}`)
  const offers = await carl!.api<{ id: string; orderNumber: number }[]>(
    "GET",
    "/pushcartexpress/grabAllDeliveries",
  )
  const offer = offers.find(({ orderNumber }) => orderNumber === ordernumber)
  if (!offer) throw new Error(`Delivery of ${ordernumber} is not offered`)
  return offer.id
}

async function fill(customer: Visitor, product: world.Product, quantity: number): Promise<void> {
  await world.addToCart(customer, product, quantity)
  await world.chooseFulfillment(customer, "Pick up")
}

async function payAndVanish(at: Installation, customer: Visitor, product: world.Product, quantity: number) {
  await fill(customer, product, quantity)
  const payment = await beginPayment(customer)
  await confirmCard(at.url, payment)
  return payment
}

const paymentOf = ({ secret }: Payment) => secret.split("_secret_")[0] ?? ""

/** Goes from the cart to the payment page, which holds the stock. */
async function proceed(customer: Visitor, product: world.Product, quantity: number): Promise<void> {
  await fill(customer, product, quantity)
  const cart = await (await customer.open("/shopping-cart")).text()
  const field = /<input[^>]*name="quote"[^>]*>/.exec(cart)?.[0] ?? ""
  const quote = (/value="([^"]*)"/.exec(field)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
  const form = { intent: "proceed", fulfilment: "pickup", quote }
  await customer.send("/shopping-cart", form).then(leadsTo("/pay"))
}

async function hold(customer: Visitor, database: pg.Client, product: world.Product, quantity: number) {
  await proceed(customer, product, quantity)
  return newest(database)
}

async function newest(database: pg.Client): Promise<string> {
  const { rows } = await database.query("select id from checkouts order by id desc limit 1")
  return String(rows[0].id)
}

/** Without JavaScript, the customer pays on a page of the card provider. */
async function openHostedPage(customer: Visitor, product: world.Product) {
  await proceed(customer, product, 1)
  const response = await customer.send("/pay", { ...BILLING, intent: "pay" })
  const page = response.headers.get("location") ?? ""
  if (!page.includes("/c/pay/")) throw new Error(`Pay Now led to ${page || response.status}`)
  return new URL(page).pathname
}

/** A seller's registration that was abandoned after its second step. */
async function fillWizard({ url }: Installation): Promise<Visitor> {
  const pia = visitor(url)
  const account = { firstName: "Pia", lastName: "Draft", email: "pia@example.test" }
  const passwords = { password: world.PASSWORD, confirmPassword: world.PASSWORD, agree: "on" }
  const step = (number: number) => `/market?tab=register&step=${number}`
  await pia.send(step(1), { intent: "next", ...account, ...passwords }).then(leadsTo(step(2)))
  const address = { intent: "next", address: "88 Draft Lane", city: "New York", state: "NY", zip: "10011" }
  await pia.send(step(2), address).then(leadsTo(step(3)))
  return pia
}

function leadsTo(path: string) {
  return async (response: Response): Promise<void> => {
    const to = response.headers.get("location") ?? ""
    if (!to.startsWith(path))
      throw new Error(
        `A form led to ${to || response.status}, not ${path}: ${(await response.text()).slice(0, 2000)}`,
      )
  }
}
