import sharp from "sharp"
import type { Installation } from "./installation.ts"
import { atCardProvider, beginPayment, confirmCard, formOf, until, type Visitor, visitor } from "./visitor.ts"

export const PASSWORD = "Pushcart#2026"
export const emailOf = (name: string) => `${name}@example.test`
const STREET = { address: "75 9th Ave", city: "New York", state: "NY", zip: "10011" }

export async function photo(color: string): Promise<File> {
  const image = sharp({ create: { width: 64, height: 48, channels: 3, background: color } })
  return new File([await image.jpeg().toBuffer()], `${color}.jpg`, { type: "image/jpeg" })
}

/** Returns the link that contains a text, from the newest email to this address. */
export async function linkIn({ url }: Pick<Installation, "url">, email: string, text: string): Promise<URL> {
  return until(`an email to ${email} with a link to ${text}`, async () => {
    const emails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as {
      to: string
      links: string[]
    }[]
    const links = emails.filter(({ to }) => to.includes(email)).flatMap((one) => one.links)
    const link = links.find((one) => one.includes(text))
    return link ? new URL(link) : null
  })
}

async function confirm(at: Installation, person: Visitor, email: string, who: string): Promise<void> {
  const link = await linkIn(at, email, "email-confirmed")
  await person.api("GET", `/email/emailConfirmed${who}/${link.searchParams.get("id")}`)
}

/** Registers a customer without confirming the email. */
export async function registerCustomer(at: Installation, name: string): Promise<Visitor> {
  const customer = visitor(at.url)
  const lastname = "Buyer"
  const firstname = name.charAt(0).toUpperCase() + name.slice(1)
  await customer.api("POST", "/auth/register", {
    firstname,
    lastname,
    email: emailOf(name),
    password: PASSWORD,
  })
  return customer
}

export async function aCustomer(at: Installation, name: string): Promise<Visitor> {
  const customer = await registerCustomer(at, name)
  await confirm(at, customer, emailOf(name), "Customer")
  await customer.api("POST", "/auth/login", { email: emailOf(name), password: PASSWORD })
  return customer
}

/** A seller who has applied and waits for approval. */
export async function anApplicant(at: Installation, name: string, market: string): Promise<Visitor> {
  const seller = visitor(at.url)
  const { address: Address, city: City, state: State, zip: Zip } = STREET
  const form = formOf({
    Email: emailOf(name),
    Password: PASSWORD,
    FirstName: "Sam",
    LastName: "Seller",
    Phone: "212-555-0134",
    Address,
    City,
    State,
    Zip,
    MarketName: market,
    Weekdays: "8am-7pm",
    Satuday: "9am-5pm",
    Sunday: "Closed",
    id: await photo("red"),
    pictureOfMarket: await photo("green"),
    certificate: await photo("blue"),
  })
  await seller.api("POST", "/seller/RegisterSeller", form)
  await confirm(at, seller, emailOf(name), "Seller")
  await seller.api("POST", "/seller/LoginSeller", { email: emailOf(name), password: PASSWORD })
  return seller
}

/** A seller who is approved, connected to a payout account and subscribed. */
export async function aSeller(at: Installation, admin: Visitor, name: string, market: string) {
  const seller = await anApplicant(at, name, market)
  await approve(admin, emailOf(name), "/admin/approvalSeller", "/admin/approveSeller")
  await connect(at, seller, "/seller/ConnectAccount", emailOf(name))
  await seller.api("POST", "/seller/createSubscription", { token: "tok_visa", ...STREET, addressone: "" })
  return seller
}

/** A courier who is approved and connected to a payout account. */
export async function aCourier(at: Installation, admin: Visitor, name: string): Promise<Visitor> {
  const courier = visitor(at.url)
  const { address: Address, city: City, state: State, zip: Zip } = STREET
  const form = formOf({
    Email: emailOf(name),
    Password: PASSWORD,
    FirstName: "Dora",
    LastName: "Wheeler",
    Phone: "212-555-0199",
    Address,
    AddressOne: "",
    City,
    State,
    Zip,
    MarketName: "",
    id: await photo("gray"),
  })
  await courier.api("POST", "/pushcartexpress/createpushcartexpress", form)
  await confirm(at, courier, emailOf(name), "Deliverer")
  await courier.api("POST", "/pushcartexpress/login", { email: emailOf(name), password: PASSWORD })
  await approve(admin, emailOf(name), "/admin/delivererNeedOfApproval", "/admin/approveDeliverer")
  await connect(at, courier, "/pushcartexpress/connectedAccount", emailOf(name))
  return courier
}

async function approve(admin: Visitor, email: string, list: string, decision: string): Promise<void> {
  const waiting = await admin.api<{ id: string; email: string }[]>("GET", list)
  const applicant = waiting.find((one) => one.email === email)
  if (!applicant) throw new Error(`${email} is not on ${list}`)
  await admin.api("PUT", `${decision}/${applicant.id}`, {})
}

/** Sends identity and bank account to the card provider; Pushcart gets only tokens. */
async function connect({ url }: Installation, who: Visitor, path: string, email: string): Promise<void> {
  const person = {
    "[first_name]": "Sam",
    "[last_name]": "Seller",
    "[email]": email,
    "[phone]": "+12125550134",
    "[id_number]": "000000000",
    "[dob][month]": "1",
    "[dob][day]": "1",
    "[dob][year]": "1990",
    "[address][line1]": STREET.address,
    "[address][city]": STREET.city,
    "[address][state]": STREET.state,
    "[address][postal_code]": STREET.zip,
    "[address][country]": "US",
  }
  const account = await atCardProvider(url, "/v1/tokens", {
    "account[business_type]": "individual",
    "account[tos_shown_and_accepted]": "true",
    ...Object.fromEntries(Object.entries(person).map(([key, value]) => [`account[individual]${key}`, value])),
  })
  const bank = await atCardProvider(url, "/v1/tokens", {
    "bank_account[country]": "US",
    "bank_account[currency]": "usd",
    "bank_account[account_number]": "000123456789",
    "bank_account[routing_number]": "110000000",
    "bank_account[account_holder_name]": "Sam Seller",
    "bank_account[account_holder_type]": "individual",
  })
  const { missing } = await who.api<{ missing: string[] }>(
    "POST",
    path,
    formOf({
      accountToken: account.id,
      bankToken: bank.id,
      Schedule: "weekly",
      Url: "",
      ProductDescription: "Fruit and vegetables of the season",
    }),
  )
  if (missing.length > 0) throw new Error(`The card provider still wants ${missing.join(", ")}`)
}

export type People = Record<string, Visitor>
/** Ids of orders by their later state. */
export type Orders = Record<string, string>
export type Things = Record<"apples" | "cheese" | "carrots" | "cherries", Product>
export type Product = { id: string; marketId: string }
type Offer = {
  category: string
  section: string
  name: string
  dollars: number
  quantity: number
  color: string
}

/** A product with an image. */
export async function aProduct(seller: Visitor, offer: Offer): Promise<Product> {
  const made = await seller.api<{ product: { idProduct: string; market_id: string } }>(
    "POST",
    "/product/createproduct",
    {
      category: offer.category,
      productSection: offer.section,
      name: offer.name,
      description: "As it should be.",
      value: offer.dollars,
      quantity: offer.quantity,
      sizes: null,
      images: null,
    },
  )
  const { idProduct: id, market_id: marketId } = made.product
  const images = [await photo(offer.color)]
  await seller.api("POST", "/images/insertimage", formOf({ images, productid: id, Stripe: "" }))
  return { id, marketId }
}

export const addToCart = (customer: Visitor, { id: pid }: Product, quantity: number, key?: string) =>
  customer.api("POST", "/transaction/createtransaction", { pid, quantity, size: null, stripeID: "" }, key)

export const chooseFulfillment = (customer: Visitor, delivery: "Pick up" | "Delivery") =>
  customer.api("PUT", "/transaction/updateTransaction", { products: null, delivery })

export const saveAddress = (customer: Visitor) =>
  customer.api("POST", "/shipping/user/createShipping", {
    shippingAddress: "350 5th Ave",
    shippingAddressOne: "",
    shippingCity: "New York",
    shippingState: "NY",
    shippingZip: "10001",
    phone: "212-555-0111",
    email: "",
  })

/** Pays for the cart; returns the ids of the orders. */
export async function pay({ url }: Installation, customer: Visitor): Promise<string[]> {
  const payment = await beginPayment(customer)
  await confirmCard(url, payment)
  const { checkoutId } = payment
  const { outcome, orders } = await customer.api<{ outcome: string; orders: string[] }>(
    "POST",
    "/pay/complete",
    { checkoutId },
  )
  if (outcome !== "completed") throw new Error(`The payment is ${outcome}`)
  return orders
}

/** Buys one product; returns the order's id. */
export async function buy(
  at: Installation,
  customer: Visitor,
  product: Product,
  delivery: "Pick up" | "Delivery" = "Pick up",
): Promise<string> {
  await addToCart(customer, product, 1)
  await chooseFulfillment(customer, delivery)
  if (delivery === "Delivery") await saveAddress(customer)
  const [order = ""] = await pay(at, customer)
  return order
}
