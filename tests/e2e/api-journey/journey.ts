import { type Client, createCardProvider, createClient, formOf, until } from "./client.ts"
import {
  ADDRESS,
  approve,
  connect,
  PASSWORD,
  type Pictures,
  registerCourier,
  registerCustomer,
  registerSeller,
} from "./joining.ts"
import type { ListSocket } from "./socket.ts"

/**
 * The whole life of an order by HTTP alone, as an example for integrators. While `npm start` runs:
 * `npm run api-journey`, or `npm run api-journey -- http://localhost:4000`.
 */

export type Journey = {
  url: string
  admin: { email: string; password: string }
  pictures: Pictures
  say?: (line: string) => void
}

type Order = { id: string; status: string | null; total_amount: number }

export async function wholeLife({ url, admin, pictures, say = () => {} }: Journey) {
  const picture = pictures.id
  const run = crypto.randomUUID().slice(0, 8)
  const emails = {
    seller: `seller-${run}@example.test`,
    courier: `courier-${run}@example.test`,
    customer: `customer-${run}@example.test`,
  }
  const people = {
    admin: createClient(url),
    seller: createClient(url),
    courier: createClient(url),
    customer: createClient(url),
  }
  const provider = createCardProvider(`${url}/dev/stripe`, "pk_test_sandbox")
  await people.admin.post("/admin/loginAdmin", admin)

  say("A market registers, is approved, connects its payout account and subscribes")
  await registerSeller(people.seller, url, emails.seller, pictures)
  await approve(people.admin, emails.seller, "/admin/approvalSeller", "/admin/approveSeller")
  await connect(people.seller, "/seller/ConnectAccount", provider, emails.seller)
  await people.seller.post("/seller/createSubscription", { token: "tok_visa", ...ADDRESS, addressone: "" })

  await people.seller.post("/seller/updateCard", { token: "tok_mastercard", ...ADDRESS, addressone: "" })
  await people.seller.put("/seller/requirements", { Url: "https://stall.example.com" })
  await people.seller.get("/seller/getrequirements")

  say("A courier registers, is approved and connects a payout account")
  await registerCourier(people.courier, url, emails.courier, picture)
  await approve(people.admin, emails.courier, "/admin/delivererNeedOfApproval", "/admin/approveDeliverer")
  await connect(people.courier, "/pushcartexpress/connectedAccount", provider, emails.courier)

  say("The market lists a product with a picture")
  const product = await listProduct(people.seller, picture)

  await people.courier.put("/pushcartexpress/updateRequirements", {
    ProductDescription: "Brings orders by bicycle",
  })
  await people.courier.get("/pushcartexpress/getrequirements")

  say("A customer registers, finds the market, fills a cart and pays for delivery")
  await registerCustomer(people.customer, url, emails.customer)
  const order = await buy(people.customer, product, provider)

  say("The market offers the delivery; the courier takes it, picks it up and delivers it with a photo")
  const bells = listen(people, emails)
  await deliver(people, bells, order, picture)
  for (const bell of Object.values(bells)) bell.close()

  say("The market and the courier are paid out")
  const paid = await payOut(people)
  const finished = await people.customer.get<{ order: Order; image: { url: string } | null }>(
    `/order/customer/order/${order.id}`,
  )
  await people.seller.post("/seller/cancelSubscription", {})
  await signOut(people)
  return { order: finished.order, photo: finished.image, paid }
}

async function signOut({ admin, seller, courier, customer }: People) {
  await admin.get("/admin/logoutAdmin")
  await seller.post("/seller/LogoutSeller")
  await courier.post("/pushcartexpress/logout")
  await customer.post("/auth/logout")
}

async function listProduct(seller: Client, picture: File): Promise<{ id: string; marketId: string }> {
  const made = await seller.post<{ product: { idProduct: string; market_id: string } }>(
    "/product/createproduct",
    {
      ...{
        category: "Fruits",
        productSection: "Apples",
        name: "Gala apples",
        description: "Crisp and sweet.",
      },
      ...{ value: 3.5, quantity: 20, sizes: null, images: null },
    },
  )
  const { idProduct: id, market_id: marketId } = made.product
  await seller.post("/images/insertimage", formOf({ images: [picture], productid: id, Stripe: "" }))
  return { id, marketId }
}

async function buy(
  customer: Client,
  product: { id: string; marketId: string },
  provider: ReturnType<typeof createCardProvider>,
) {
  const found = await customer.get<{ markets: { id: string }[] | null }>(
    "/market/allmarkets?zip=10011&page=1&limit=10",
  )
  if (!found.markets?.some(({ id }) => id === product.marketId))
    throw new Error("The market is not on the list")
  const market = await customer.get<{ products: { id: string }[] }>(
    `/product/marketinfo/${product.marketId}/1/4`,
  )
  if (!market.products.some(({ id }) => id === product.id))
    throw new Error("The product is not at the market")
  await customer.get(`/product/GetCurrentProduct/${product.id}`)
  await customer.post("/transaction/createtransaction", {
    pid: product.id,
    quantity: 2,
    size: null,
    stripeID: "",
  })
  await customer.put("/transaction/checkQuantityUpdateTransaction", {
    pid: product.id,
    quantity: 3,
    name: "",
  })
  await customer.put("/transaction/updateTransaction", {
    products: [{ pid: product.id, quantity: 3 }],
    delivery: "Delivery",
  })
  await customer.post("/shipping/user/createShipping", {
    ...{
      shippingAddress: "350 5th Ave",
      shippingAddressOne: "",
      shippingCity: "New York",
      shippingState: "NY",
    },
    ...{ shippingZip: "10001", phone: "212-555-0111", email: "" },
  })
  const intent = await customer.post<{ secret: string; total: number; checkoutId: string }>(
    "/pay/paymentIntent",
    { value: 10.5 },
  )
  // The card goes to the provider, with the client secret that the API has just answered.
  const card = await provider("/v1/payment_methods", {
    ...{
      type: "card",
      "card[number]": "4242424242424242",
      "card[exp_month]": "12",
      "card[exp_year]": "2034",
    },
    ...{ "card[cvc]": "123", "billing_details[name]": "Ada Byron" },
  })
  const payment = intent.secret.split("_secret_")[0] ?? ""
  await provider(`/v1/payment_intents/${payment}/confirm`, {
    ...{ client_secret: intent.secret, payment_method: card.id, return_url: "https://example.test/paid" },
  })
  const done = await until("the payment to be settled", async () => {
    const told = await customer.post<{ outcome: string; orders: string[] }>("/pay/complete", {
      checkoutId: intent.checkoutId,
    })
    return told.outcome === "completed" && told
  })
  const orders = await customer.get<Order[]>("/order/getorders")
  const order = orders.find(({ id }) => done.orders.includes(id))
  if (order?.total_amount !== intent.total) throw new Error("The order does not cost what was told")
  return order
}

type People = Record<"admin" | "seller" | "courier" | "customer", Client>

type Line = { id: string; order_id: string | null; seen: boolean }
type Delivery = { id: string; orderNumber: number; shippingAddress: string }
type Bells = { seller: ListSocket<Line>; customer: ListSocket<Line>; courier: ListSocket<Delivery> }

/** The ticket is a placeholder: the cookie says who listens, and the e-mail that is sent has to be theirs. */
function listen({ seller, customer, courier }: People, emails: Record<"seller" | "customer", string>): Bells {
  return {
    seller: seller.listen("/sockets/notifications?ticket=none", emails.seller),
    customer: customer.listen("/sockets/notifications?ticket=none", emails.customer),
    courier: courier.listen("/sockets/deliveries"),
  }
}

async function deliver({ seller, courier, customer }: People, bells: Bells, order: Order, picture: File) {
  const told = await bells.seller.until("the market's bell", (line) => line.order_id === order.id)
  await seller.put("/notification/seller/updateNotification", { id: told.id })
  await seller.get(`/order/seller/order/${order.id}`)
  await seller.put("/shipping/hasShipper", { hasDeliverer: false, id: order.id })
  const shipping = await customer.get<{ ordernumber: number }>(`/shipping/user/${order.id}`)
  const isOurs = ({ orderNumber }: Delivery) => orderNumber === shipping.ordernumber
  const delivery = await bells.courier.until("the delivery on the courier's map", isOurs)
  const waiting = await courier.get<Delivery[]>("/pushcartexpress/grabAllDeliveries")
  if (!waiting.some(isOurs)) throw new Error("The delivery does not wait")
  if (delivery.shippingAddress !== "") throw new Error("The address was told before the delivery was taken")
  const taken = await courier.put<Delivery>("/pushcartexpress/takeOrder", { did: "", sid: delivery.id })
  if (taken.shippingAddress !== "350 5th Ave") throw new Error("The address was not told")
  await courier.put("/pushcartexpress/pickUp", { sid: delivery.id })
  await courier.post("/pushcartexpress/delivered", formOf({ id: picture, shippingID: delivery.id }))
  await courier.get("/pushcartexpress/allDeliveries")
  const bell = await bells.customer.until("the customer's bell", (line) => line.order_id === order.id)
  await customer.put("/notification/customer/updateNotification", { id: bell.id })
  const lines = await customer.get<Line[]>("/notification/customer/notifications")
  if (!lines.find(({ id }) => id === bell.id)?.seen) throw new Error("What was seen is not marked so")
  await seller.get("/notification/seller/notifications")
}

async function payOut({ seller, courier }: People) {
  const ofSeller = await until("the market's money", async () => {
    const { sellerInformation } = await seller.get<{ sellerInformation: { availableamount: number } }>(
      "/seller/getSellerInformation",
    )
    return sellerInformation.availableamount > 0 && sellerInformation.availableamount
  })
  const ofCourier = await until("the courier's money", async () => {
    const { available } = await courier.get<{ available: number }>("/pushcartexpress/delivererInformation")
    return available > 0 && available
  })
  const market = await seller.post<{ amount: number }>("/seller/payoutForSeller", {})
  const person = await courier.post<{ amount: number }>("/pushcartexpress/payout", {})
  return { market: market.amount, courier: person.amount, ofSeller, ofCourier }
}

if (import.meta.main) {
  const url = process.argv[2] ?? "http://localhost:3000"
  const { threePictures } = await import("#tests/support/pictures.ts")
  const pictures = await threePictures()
  const admin = { email: "admin@pushcart.test", password: PASSWORD }
  const { order, paid } = await wholeLife({ url, admin, pictures, say: console.log })
  console.log(`Order ${order.id} is ${order.status}; paid out: $${paid.market} and $${paid.courier}`)
}
