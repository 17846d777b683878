import { answerOf, type Delivery, type Notification, type Order, type Product } from "@pushcart/api-client"
import { type Client, createCardProvider, createClient, type Hear, until } from "./client.ts"
import {
  ADDRESS,
  approve,
  connect,
  type Images,
  PASSWORD,
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
  images: Images
  say?: (line: string) => void
  hear?: Hear
}

export async function wholeLife({ url, admin, images, say = () => {}, hear }: Journey) {
  const image = images.id
  const run = crypto.randomUUID().slice(0, 8)
  const emails = {
    seller: `seller-${run}@example.test`,
    courier: `courier-${run}@example.test`,
    customer: `customer-${run}@example.test`,
  }
  const people = {
    admin: createClient(url, hear),
    seller: createClient(url, hear),
    courier: createClient(url, hear),
    customer: createClient(url, hear),
  }
  const provider = createCardProvider(`${url}/dev/stripe`, "pk_test_sandbox")
  await answerOf(people.admin.POST("/admin/loginAdmin", { body: admin }))

  say("A market registers, is approved, connects its payout account and subscribes")
  await registerSeller(people.seller, url, emails.seller, images)
  await approve(people.admin, emails.seller, {
    list: "/admin/approvalSeller",
    decision: "/admin/approveSeller/{id}",
  })
  await connect(people.seller, "/seller/ConnectAccount", provider, emails.seller)
  await subscribe(people.seller)

  say("A courier registers, is approved and connects a payout account")
  await registerCourier(people.courier, url, emails.courier, image)
  await approve(people.admin, emails.courier, {
    list: "/admin/delivererNeedOfApproval",
    decision: "/admin/approveDeliverer/{id}",
  })
  await connect(people.courier, "/pushcartexpress/connectedAccount", provider, emails.courier)

  say("The market lists a product with a picture")
  const product = await listProduct(people.seller, image)

  await answerOf(
    people.courier.PUT("/pushcartexpress/updateRequirements", {
      body: { ProductDescription: "Brings orders by bicycle" },
    }),
  )
  await answerOf(people.courier.GET("/pushcartexpress/getrequirements"))

  say("A customer registers, finds the market, fills a cart and pays for delivery")
  await registerCustomer(people.customer, url, emails.customer)
  const order = await buy(people.customer, product, provider)

  say("The market offers the delivery; the courier takes it, picks it up and delivers it with a photo")
  const bells = listen(people, emails)
  await deliver(people, bells, order, image)
  for (const bell of Object.values(bells)) bell.close()

  say("The market and the courier are paid out")
  const paid = await payOut(people)
  const finished = await answerOf(
    people.customer.GET("/order/customer/order/{id}", { params: { path: { id: order.id } } }),
  )
  await answerOf(people.seller.POST("/seller/cancelSubscription"))
  await signOut(people)
  return { order: finished.order, photo: finished.image, paid }
}

async function subscribe(seller: Client) {
  const card = { ...ADDRESS, addressone: "" }
  await answerOf(seller.POST("/seller/createSubscription", { body: { ...card, token: "tok_visa" } }))
  await answerOf(seller.POST("/seller/updateCard", { body: { ...card, token: "tok_mastercard" } }))
  await answerOf(seller.PUT("/seller/requirements", { body: { Url: "https://stall.example.com" } }))
  await answerOf(seller.GET("/seller/getrequirements"))
}

async function signOut({ admin, seller, courier, customer }: People) {
  await answerOf(admin.GET("/admin/logoutAdmin"))
  await answerOf(seller.POST("/seller/LogoutSeller"))
  await answerOf(courier.POST("/pushcartexpress/logout"))
  await answerOf(customer.POST("/auth/logout"))
}

async function listProduct(seller: Client, image: File): Promise<Product> {
  const { product } = await answerOf(
    seller.POST("/product/createproduct", {
      body: {
        category: "Fruits",
        productSection: "Apples",
        name: "Gala apples",
        description: "Crisp and sweet.",
        value: 3.5,
        quantity: 20,
        sizes: null,
        images: null,
      },
    }),
  )
  const body = { images: [image], productid: product.idProduct, Stripe: "" }
  await answerOf(seller.POST("/images/insertimage", { body }))
  return product
}

async function buy(customer: Client, product: Product, provider: ReturnType<typeof createCardProvider>) {
  await find(customer, product)
  await fillCart(customer, product)
  const intent = await answerOf(customer.POST("/pay/paymentIntent", { body: { value: 10.5 } }))
  // The card goes to the provider, with the client secret from the API's response.
  const card = await provider("/v1/payment_methods", {
    type: "card",
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2034",
    "card[cvc]": "123",
    "billing_details[name]": "Ada Byron",
  })
  const payment = intent.secret.split("_secret_")[0] ?? ""
  await provider(`/v1/payment_intents/${payment}/confirm`, {
    client_secret: intent.secret,
    payment_method: card.id,
    return_url: "https://example.test/paid",
  })
  const done = await until("the payment to be settled", async () => {
    const completion = await answerOf(
      customer.POST("/pay/complete", { body: { checkoutId: intent.checkoutId } }),
    )
    return completion.outcome === "completed" && completion
  })
  const orders = await answerOf(customer.GET("/order/getorders"))
  const order = orders.find(({ id }) => done.orders.includes(id))
  if (order?.total_amount !== intent.total) throw new Error("The order does not cost what was told")
  return order
}

async function find(customer: Client, { idProduct: id, market_id: marketid }: Product) {
  const query = { zip: "10011", page: 1, limit: 10 }
  const { markets } = await answerOf(customer.GET("/market/allmarkets", { params: { query } }))
  if (!markets?.some((market) => market.id === marketid)) throw new Error("The market is not on the list")
  const path = { marketid, page: 1, limit: 4 }
  const { products } = await answerOf(
    customer.GET("/product/marketinfo/{marketid}/{page}/{limit}", { params: { path } }),
  )
  if (!products.some((product) => product.id === id)) throw new Error("The product is not at the market")
  await answerOf(customer.GET("/product/GetCurrentProduct/{id}", { params: { path: { id } } }))
}

async function fillCart(customer: Client, { idProduct: pid }: Product) {
  await answerOf(
    customer.POST("/transaction/createtransaction", { body: { pid, quantity: 2, size: null, stripeID: "" } }),
  )
  await answerOf(
    customer.PUT("/transaction/checkQuantityUpdateTransaction", { body: { pid, quantity: 3, name: "" } }),
  )
  await answerOf(
    customer.PUT("/transaction/updateTransaction", {
      body: { products: [{ pid, quantity: 3 }], delivery: "Delivery" },
    }),
  )
  await answerOf(
    customer.POST("/shipping/user/createShipping", {
      body: {
        shippingAddress: "350 5th Ave",
        shippingAddressOne: "",
        shippingCity: "New York",
        shippingState: "NY",
        shippingZip: "10001",
        phone: "212-555-0111",
        email: "",
      },
    }),
  )
}

type People = Record<"admin" | "seller" | "courier" | "customer", Client>

type Bells = {
  seller: ListSocket<Notification>
  customer: ListSocket<Notification>
  courier: ListSocket<Delivery>
}

/** The ticket is a placeholder: the session cookie identifies the listener, and the email must match it. */
function listen({ seller, customer, courier }: People, emails: Record<"seller" | "customer", string>): Bells {
  return {
    seller: seller.listen("/sockets/notifications?ticket=none", emails.seller),
    customer: customer.listen("/sockets/notifications?ticket=none", emails.customer),
    courier: courier.listen("/sockets/deliveries"),
  }
}

async function deliver({ seller, courier, customer }: People, bells: Bells, order: Order, image: File) {
  const ofOrder = { params: { path: { id: order.id } } }
  const placed = await bells.seller.until("the market's bell", (line) => line.order_id === order.id)
  await answerOf(seller.PUT("/notification/seller/updateNotification", { body: { id: placed.id } }))
  await answerOf(seller.GET("/order/seller/order/{id}", ofOrder))
  await answerOf(seller.PUT("/shipping/hasShipper", { body: { hasDeliverer: false, id: order.id } }))
  const shipping = await answerOf(customer.GET("/shipping/user/{id}", ofOrder))
  const isOurs = ({ orderNumber }: Pick<Delivery, "orderNumber">) => orderNumber === shipping?.ordernumber
  const delivery = await bells.courier.until("the delivery on the courier's map", isOurs)
  const waiting = await answerOf(courier.GET("/pushcartexpress/grabAllDeliveries"))
  if (!waiting.some(isOurs)) throw new Error("The delivery does not wait")
  if (delivery.shippingAddress !== "") throw new Error("The address was told before the delivery was taken")
  await carry(courier, delivery.id, image)
  const bell = await bells.customer.until("the customer's bell", (line) => line.order_id === order.id)
  await answerOf(customer.PUT("/notification/customer/updateNotification", { body: { id: bell.id } }))
  const lines = await answerOf(customer.GET("/notification/customer/notifications"))
  if (!lines.find(({ id }) => id === bell.id)?.seen) throw new Error("What was seen is not marked so")
  await answerOf(seller.GET("/notification/seller/notifications"))
}

async function carry(courier: Client, sid: string, image: File) {
  const taken = await answerOf(courier.PUT("/pushcartexpress/takeOrder", { body: { did: "", sid } }))
  if (taken.shippingAddress !== "350 5th Ave") throw new Error("The address was not told")
  await answerOf(courier.PUT("/pushcartexpress/pickUp", { body: { sid } }))
  await answerOf(courier.POST("/pushcartexpress/delivered", { body: { id: image, shippingID: sid } }))
  await answerOf(courier.GET("/pushcartexpress/allDeliveries"))
}

async function payOut({ seller, courier }: People) {
  await until("the market's money", async () => {
    const { sellerInformation } = await answerOf(seller.GET("/seller/getSellerInformation"))
    return sellerInformation.availableamount > 0
  })
  await until("the courier's money", async () => {
    const { available } = await answerOf(courier.GET("/pushcartexpress/delivererInformation"))
    return available > 0
  })
  const market = await answerOf(seller.POST("/seller/payoutForSeller"))
  const person = await answerOf(courier.POST("/pushcartexpress/payout"))
  return { market: market.amount, courier: person.amount }
}

if (import.meta.main) {
  const url = process.argv[2] ?? "http://localhost:3000"
  const { threeImages } = await import("#tests/support/images.ts")
  const images = await threeImages()
  const admin = { email: "admin@pushcart.test", password: PASSWORD }
  const { order, paid } = await wholeLife({ url, admin, images, say: console.log })
  console.log(`Order ${order.id} is ${order.status}; paid out: $${paid.market} and $${paid.courier}`)
}
