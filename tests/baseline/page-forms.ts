import { waitForEmail } from "../support/mailbox.ts"
import type { TestServer } from "../support/server.ts"
import type { Normalizer } from "./normalize.ts"
import { type PageRecorder, pageRecorder } from "./page-recorder.ts"
import type { WorldBuilder } from "./page-world.ts"
import { HERE, PASSWORD } from "./stage.ts"
import { aVisitor } from "./visitor.ts"

type Forms = { build: WorldBuilder; server: TestServer; normalizer: Normalizer }
type FormsOf = (world: Forms) => Promise<PageRecorder>

const PERSON = {
  firstName: "Ada",
  lastName: "Byron",
  password: PASSWORD,
  confirmPassword: PASSWORD,
  agree: "on",
}
const ADDRESS = { address: "350 5th Ave", addressOne: "", city: "New York", state: "NY", zip: "10118" }

/** Forms for signing in, registering, and the links of emails. */
export const nobodysForms: FormsOf = async ({ build, server, normalizer }) => {
  const recorder = pageRecorder()
  const visitor = aVisitor(server.url)
  const post = (path: string, fields: Record<string, string>, note?: string) =>
    recorder.post(visitor, path, fields, note)
  await build.customer("Formica")
  const email = build.emailOf("Formica")
  for (const page of ["/login", "/market", "/express", "/admin"]) {
    await post(page, { intent: "password", email: "", password: "" })
    await post(page, { intent: "password", email, password: "Wrong#2026xx" })
  }
  await post("/login", { intent: "password", email: "no email", password: "x" })
  await post("/login", { intent: "password", email, password: PASSWORD })
  await recorder.visit(visitor, ["/login"])
  await post("/logout", {})
  const register = "/login?tab=register"
  await post(register, {})
  await post(register, { ...PERSON, email: "forms@example.test", confirmPassword: "Other#2026xx" })
  await post(register, { ...PERSON, email: "forms@example.test", password: "weak", confirmPassword: "weak" })
  await post(register, { ...PERSON, email })
  await post(register, { ...PERSON, email: "forms@example.test" })
  await recorder.visit(visitor, ["/login"])
  await post(
    "/login",
    { intent: "password", email: "forms@example.test", password: PASSWORD },
    "not confirmed",
  )
  const link = await linkTo(server, "forms@example.test", /confirm/i)
  normalizer.name(new URL(link, server.url).searchParams.get("id") ?? "", "the email's token")
  await recorder.visit(visitor, [link])
  await post(link, { intent: "confirm" })
  await recorder.visit(visitor, ["/login", link])
  await post("/email-confirmed?user=customer", { intent: "new-link", email: "" })
  await post("/email-confirmed?user=customer", { intent: "new-link", email })
  await post("/forgotpassword?page=login", { email: "no email" })
  await post("/forgotpassword?page=market", { email: "nobody@example.test" })
  await recorder.visit(visitor, ["/market"])
  await post("/newpassword?user=customer&id=no-token", { password: "weak", confirmPassword: "weak" })
  await post("/newpassword?user=customer&id=no-token", { password: PASSWORD, confirmPassword: PASSWORD })
  for (const path of ["/shopping-cart", "/add-product", "/deliveries", "/ops", "/see-order"])
    await post(path, { any: "thing" }, "signed out")
  return recorder
}

/** The two registration wizards of applicants, up to the file uploads. */
export const applicantsForms: FormsOf = async ({ server }) => {
  const recorder = pageRecorder()
  const hours = { weekdayOpen: "8am", weekdayClose: "7pm", saturdayOpen: "9am", saturdayClose: "5pm" }
  for (const [path, steps] of [
    [
      "/market",
      [
        ADDRESS,
        { marketName: "Form Market", phone: "212-555-0134", ...hours, sundayOpen: "9am", sundayClose: "1pm" },
      ],
    ],
    ["/express", [{ ...ADDRESS, phone: "212-555-0134" }]],
  ] as const) {
    const visitor = aVisitor(server.url)
    const at = (step: number) => `${path}?tab=register${step > 1 ? `&step=${step}` : ""}`
    await recorder.post(visitor, at(1), { intent: "next" })
    await recorder.post(visitor, at(1), {
      ...PERSON,
      email: `wizard${path.slice(1)}@example.test`,
      intent: "next",
    })
    for (const [index, fields] of steps.entries()) {
      await recorder.visit(visitor, [at(index + 2)])
      await recorder.post(visitor, at(index + 2), { intent: "next" })
      await recorder.post(visitor, at(index + 2), { ...fields, intent: "next" })
    }
    await recorder.visit(visitor, [at(steps.length + 2)])
    await recorder.post(visitor, at(steps.length + 2), { intent: "next" })
    await recorder.post(visitor, at(steps.length + 2), { intent: "back" })
  }
  return recorder
}

/** Forms from a product to the card provider's page. */
export const customersForms: FormsOf = async ({ build, normalizer }) => {
  const recorder = pageRecorder()
  const market = await build.market("Form Stall", HERE)
  const kale = await build.product(market, "Kale", { stock: 8 })
  const hat = await build.product(market, "Hat", {
    category: "Clothing",
    section: "Shirt",
    gender: "Male",
    age: "Kids",
    sizes: { S: 3, M: 0 },
  })
  const customer = await build.customer("Fiona")
  const visitor = await build.signedIn("customer", customer)
  const post = (path: string, fields: Record<string, string>) => recorder.post(visitor, path, fields)
  const [plain, worn] = [`/view-product?product=${kale.id}`, `/view-product?product=${hat.id}`]
  await post(plain, { productId: kale.id, quantity: "" })
  await post(plain, { productId: kale.id, quantity: "9" })
  await post(plain, { productId: kale.id, quantity: "2" })
  await recorder.visit(visitor, ["/market-info"])
  await post(worn, { productId: hat.id, quantity: "1", size: "" })
  await post(worn, { productId: hat.id, quantity: "1", size: "M" })
  await post(worn, { productId: hat.id, quantity: "4", size: "S" })
  await post(worn, { productId: hat.id, quantity: "1", size: "S" })
  const { rows } = await build.query("select id, variant_id from cart_lines where customer_id = $1", [
    customer.userId,
  ])
  for (const { id, variant_id } of rows)
    normalizer.name(id, `cart line ${variant_id === kale.variantId ? "Kale" : "Hat"}`)
  const line = rows.find(({ variant_id }) => variant_id === kale.variantId).id
  await recorder.visit(visitor, ["/shopping-cart"])
  await post("/shopping-cart", { intent: "change", lineId: line, quantity: "99" })
  await post("/shopping-cart", { intent: "change", lineId: line, quantity: "3" })
  await post("/shopping-cart", { intent: "proceed", fulfilment: "" })
  await post("/shopping-cart", { intent: "nonsense" })
  const quote = `${hat.variantId}*1@400 ${kale.variantId}*3@400`
  await post("/shopping-cart", { intent: "proceed", fulfilment: "delivery", quote })
  await post("/ship-to", { intent: "address" })
  const shipTo = {
    intent: "address",
    firstName: "Fiona",
    lastName: "Parks",
    ...ADDRESS,
    phone: "212-555-0111",
  }
  await post("/ship-to", { ...shipTo, zip: "1", phone: "1" })
  await post("/ship-to", { ...shipTo, state: "HI", zip: "96813" })
  await post("/ship-to", shipTo)
  await recorder.visit(visitor, ["/pay"])
  await post("/pay", {})
  await post("/pay", { intent: "tip", tip: "other", tipAmount: "lots" })
  await post("/pay", { intent: "tip", tip: "15", tipAmount: "" })
  await post("/pay/begin", {})
  await post("/pay", { firstName: "Fiona", lastName: "Parks", ...ADDRESS, card: "no-id" })
  await post("/pay", { firstName: "Fiona", lastName: "Parks", ...ADDRESS })
  await post("/shopping-cart", { intent: "remove", lineId: line })
  await post("/shopping-cart", { intent: "clear" })
  await recorder.visit(visitor, ["/shopping-cart", "/pay"])
  return recorder
}

/** Forms for orders, shipping, products and the subscription. */
export const sellersForms: FormsOf = async ({ build }) => {
  const recorder = pageRecorder()
  const market = await build.market("Form Seller", HERE)
  const product = await build.product(market, "Chard")
  const sold = { customer: await build.customer("Gregor"), market, product }
  const pickup = await build.order("form pickup", sold, { status: "pending" })
  const own = await build.order("form delivery", sold, { fulfilment: "delivery" })
  const offered = await build.order("form offer", sold, { fulfilment: "delivery" })
  const note = await build.notification(market.sellerId, "seller", pickup.id, "New order of Gregor")
  const visitor = await build.signedIn("seller", market)
  const post = (path: string, fields: Record<string, string>) => recorder.post(visitor, path, fields)
  await post("/see-order", { intent: "see", notification: note })
  await post("/see-order", { intent: "see", notification: "no-id" })
  await post("/marketOrders", { intent: "status", orderId: pickup.id, status: "" })
  await post("/marketOrders", { intent: "status", orderId: pickup.id, status: "ready to pick up" })
  await recorder.visit(visitor, ["/marketOrders"])
  await post(`/order-seller?OrderID=${pickup.id}`, {
    intent: "status",
    orderId: pickup.id,
    status: "picked up",
  })
  await post(`/order-seller?OrderID=${pickup.id}`, { intent: "cancel-order", orderId: pickup.id })
  const shipping = (id: string) => `/update-shipping?OrderDetails=${id}`
  await post(shipping(own.id), { intent: "startDelivery", orderId: own.id })
  await post(shipping(own.id), { intent: "ship", orderId: own.id, carrier: "", trackingNumber: "" })
  await post(shipping(own.id), { intent: "ship", orderId: own.id, carrier: "UPS", trackingNumber: "1Z999" })
  await recorder.visit(visitor, [shipping(own.id)])
  await post(shipping(own.id), { intent: "markDelivered", orderId: own.id })
  await post(shipping(own.id), { intent: "markDelivered", orderId: own.id })
  await post(shipping(offered.id), { intent: "offer", orderId: offered.id })
  await post(shipping(offered.id), { intent: "withdraw", orderId: offered.id })
  const edit = `/edit-product?product=${product.id}`
  const fields = {
    intent: "update",
    productId: product.id,
    size: "",
    name: "Chard",
    description: "Green.",
    priceCents: "4.50",
    stock: "8",
    shown: JSON.stringify({ name: "Chard", description: "Ripe and sweet.", priceCents: 400, stock: 10 }),
  }
  await post(edit, { ...fields, name: "C", priceCents: "", stock: "-1" })
  await post(edit, fields)
  await recorder.visit(visitor, [edit])
  await post(edit, { intent: "delete", productId: product.id })
  await recorder.visit(visitor, ["/market-dashboard"])
  await addProduct(recorder, visitor)
  await post("/register-subscription", {})
  await post("/updateCard", { intent: "hosted" })
  await post("/payout", {})
  await post("/api-tokens", { intent: "create", name: "", password: "wrong" })
  await post("/api-tokens", { intent: "create", name: "My script", password: PASSWORD })
  await recorder.visit(visitor, ["/api-tokens"])
  await post("/account", { intent: "export", password: "wrong" })
  await post("/account/delete", { password: "wrong" })
  await post("/logout", { role: "seller" })
  return recorder
}

async function addProduct(recorder: PageRecorder, visitor: ReturnType<typeof aVisitor>): Promise<void> {
  const post = (fields: Record<string, string>) =>
    recorder.post(visitor, "/add-product", { intent: "next", ...fields })
  await post({ category: "", price: "0", stock: "" })
  await post({ category: "Fruits", price: "2.50", stock: "5" })
  await recorder.visit(visitor, ["/add-product?step=2"])
  const second = (fields: Record<string, string>) =>
    recorder.post(visitor, "/add-product?step=2", { intent: "next", ...fields })
  await second({ section: "", name: "", description: "" })
  await second({ section: "Apples", name: "Russets", description: "Rough and sweet." })
  await recorder.visit(visitor, ["/add-product?step=4", "/add-product?step=3"])
  await recorder.post(visitor, "/add-product?step=4", { intent: "discard" })
}

/** Forms for decisions on applicants and for an admin's actions on an order. */
export const adminsForms: FormsOf = async ({ build }) => {
  const recorder = pageRecorder()
  const waiting = { approval: "waiting", onboarded: null, subscription: "none" } as const
  const [one, two] = [
    await build.market("Form Applicant", waiting),
    await build.market("Form Opponent", waiting),
  ]
  const market = await build.market("Form Orders", HERE)
  const courier = await build.courier("Fred")
  const sold = {
    customer: await build.customer("Hanna"),
    market,
    product: await build.product(market, "Cress"),
  }
  const order = await build.order("form taken", sold, {
    fulfilment: "delivery",
    status: "taken",
    courier,
    delivery: { has_deliverer: false, offered_at: new Date(), taken_at: new Date() },
  })
  const { rows } = await build.query("select number from orders where id = $1", [order.id])
  const visitor = await build.signedIn("admin", await build.admin("Frida Admin"))
  const decide = (id: string, fields: Record<string, string>) =>
    recorder.post(visitor, `/seller-info?seller=${id}`, {
      intent: "decide-applicant",
      seen: "waiting",
      ...fields,
    })
  await decide(one.sellerId, { decision: "deny", reason: "" })
  await decide(one.sellerId, { decision: "approve" })
  await decide(one.sellerId, { decision: "approve" })
  await decide(two.sellerId, { decision: "deny", reason: "The photo is blurred." })
  await recorder.visit(visitor, ["/admin-log"])
  const page = `/admin-orders?order=${rows[0].number}`
  await recorder.post(visitor, page, { intent: "release", deliveryId: order.deliveryId })
  await recorder.visit(visitor, [page])
  await recorder.post(visitor, page, { intent: "cancel-order", orderId: order.id })
  await recorder.post(visitor, "/ops", { intent: "retry-queue" })
  await recorder.post(visitor, "/logout", { role: "admin" })
  return recorder
}

/** Forms of a delivery after it is taken, without its photo. */
export const couriersForms: FormsOf = async ({ build }) => {
  const recorder = pageRecorder()
  const market = await build.market("Form Pickup", HERE)
  const sold = {
    customer: await build.customer("Ida"),
    market,
    product: await build.product(market, "Endive"),
  }
  const order = await build.order("form waiting", sold, {
    fulfilment: "delivery",
    status: "waiting",
    delivery: { has_deliverer: false, offered_at: new Date() },
  })
  const visitor = await build.signedIn("deliverer", await build.courier("Finn"))
  const step = (intent: string) =>
    recorder.post(visitor, "/deliveries", { intent, deliveryId: order.deliveryId })
  await step("pickUp")
  await step("take")
  await recorder.visit(visitor, ["/deliveries"])
  await step("giveBack")
  await step("take")
  await step("pickUp")
  await recorder.visit(visitor, ["/deliveries"])
  await step("deliver")
  await step("nonsense")
  await recorder.post(visitor, "/payout", {})
  await recorder.post(visitor, "/logout", { role: "deliverer" })
  return recorder
}

async function linkTo(server: TestServer, email: string, subject: RegExp): Promise<string> {
  const { links } = await waitForEmail(server, { to: email, subject })
  const { pathname, search } = new URL(links.find((link) => link.includes("id=")) ?? "", server.url)
  return pathname + search
}
