import { answerOf, createApiClient } from "@pushcart/api-client"
import { eq } from "drizzle-orm"
import { orders } from "#db/schema/index.ts"
import { createCardProvider, until } from "#tests/e2e/api-journey/client.ts"
import { newClientAddress } from "#tests/support/client-address.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import type { Site } from "#tests/support/server.ts"
import { type Person, sessionCookies } from "#tests/support/sessions.ts"
import type { SaturdayOrder } from "./day.ts"
import type { Stall } from "./open-stall.ts"

/** A person's API client, signed in. Every POST has its own idempotency key. */
export async function clientOf(site: Pick<Site, "url" | "database">, person: Person) {
  const cookies = await sessionCookies(site, person)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const address = newClientAddress()
  return createApiClient(site.url, {
    fetch(request: Request) {
      request.headers.set("cookie", cookie)
      request.headers.set("x-forwarded-for", address)
      if (request.method === "POST") request.headers.set("idempotency-key", crypto.randomUUID())
      return fetch(request)
    },
  })
}

export type PlacedOrder = SaturdayOrder & {
  id: string
  number: number
  confirmation: string
  customer: Person
}

/** A new customer fills a cart, chooses a window, and pays by card. */
export async function placeOrder(site: Site, stall: Stall, order: SaturdayOrder): Promise<PlacedOrder> {
  const { db } = site.database
  const { actor } = await aCustomer(db, { firstName: order.firstName })
  const customer = await clientOf(site, actor)
  const products = order.items.map(([name, quantity]) => ({ pid: stall.products.get(name)!.id, quantity }))
  for (const { pid, quantity } of products)
    await answerOf(
      customer.POST("/transaction/createtransaction", { body: { pid, quantity, size: null, stripeID: "" } }),
    )
  const marketid = stall.market.id
  const isPickup = order.handover === "pickup"
  await answerOf(
    customer.PUT("/transaction/updateTransaction", {
      body: {
        products,
        delivery: isPickup ? "Pick up" : "Delivery",
        windows: [{ marketid, starts_at: stall.windows[order.window]!.startsAt.toISOString() }],
        ...(order.wish && { notes: [{ marketid, note: "", replacement: order.wish }] }),
      },
    }),
  )
  if (!isPickup) await answerOf(customer.POST("/shipping/user/createShipping", { body: SHIP_TO }))
  const intent = await answerOf(customer.POST("/pay/paymentIntent", { body: { value: 0 } }))
  await pay(site, intent.secret)
  const done = await until("the payment to be settled", async () => {
    const result = await answerOf(customer.POST("/pay/complete", { body: { checkoutId: intent.checkoutId } }))
    return result.outcome === "completed" && result
  })
  const [placed] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, done.orders[0] ?? ""))
  if (!placed) throw new Error(`The order of ${order.firstName} was not placed.`)
  const { id, number, confirmation } = placed
  return { ...order, id, number, confirmation, customer: actor }
}

const SHIP_TO = {
  shippingAddress: "350 5th Ave",
  shippingAddressOne: "",
  shippingCity: "New York",
  shippingState: "NY",
  shippingZip: "10001",
  phone: "212-555-0111",
  email: "",
} as const

async function pay({ url }: Pick<Site, "url">, secret: string): Promise<void> {
  const provider = createCardProvider(`${url}/dev/stripe`, "pk_test_sandbox")
  const card = await provider("/v1/payment_methods", {
    type: "card",
    "card[number]": "4242424242424242",
    "card[exp_month]": "12",
    "card[exp_year]": "2034",
    "card[cvc]": "123",
    "billing_details[name]": "Ada Byron",
  })
  await provider(`/v1/payment_intents/${secret.split("_secret_")[0]}/confirm`, {
    client_secret: secret,
    payment_method: card.id,
    return_url: "https://example.test/paid",
  })
}
