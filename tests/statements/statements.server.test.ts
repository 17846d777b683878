import { join } from "node:path"
import { type Sandbox, startSandbox } from "@pushcart/stripe-sandbox/start-sandbox"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { OutboxJob } from "#core/outbox/outbox-relay.server.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"
import type { ProviderEvent } from "#core/ports/payments.ts"
import { BILLING, SHIP_TO } from "#tests/support/billing.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { sessionCookies } from "#tests/support/sessions.ts"
import { type Handler, JOBS } from "#workers/jobs.ts"
import { startRelay } from "#workers/outbox-relay.ts"
import { listStep, type Step } from "./list-statements.ts"
import { REASONS } from "./reasons.ts"
import { startWatchedSite, type WatchedSite } from "./watched-site.ts"

const PATHS = [
  "market-info",
  "view-product",
  "shopping-cart",
  "ship-to",
  "pay",
  "pay/begin",
  "pay/return",
].concat("thanks-for-shopping")
const URL_OF_SITE = "http://localhost"
const TOP = `What each step of a purchase sends to the database, in alphabetical order. "twice" names tables of which two
statements of a step may read the same row, with the reason. Written by npm test -- tests/statements --update.`

const database = useDatabase({ zips: true })
const steps: Step[] = []
let tables: Set<string>
let sandbox: Sandbox
let site: WatchedSite

beforeAll(async () => {
  const { rows } = await database.pool.query("select tablename from pg_tables where schemaname = 'public'")
  tables = new Set(rows.map(({ tablename }) => String(tablename)))
  sandbox = await startSandbox({ config: { webhooks: { paused: true } } })
  site = await startWatchedSite(database, sandbox, PATHS)
  await buyForPickup()
  await buyForDelivery()
})
afterAll(async () => {
  await site.close()
  await sandbox.kill()
})

it("sends what is listed, and no more", async () => {
  const texts = steps.map((step) => listStep(step, tables, REASONS[step.name]).text)
  await expect([TOP, ...texts, ""].join("\n\n")).toMatchFileSnapshot(
    join(import.meta.dirname, "statements.txt"),
  )
})

it("reads no row twice in a step without a reason", () => {
  const unexplained = steps.flatMap((step) =>
    listStep(step, tables, REASONS[step.name]).unexplained.map((table) => `${step.name}: ${table}`),
  )
  expect(unexplained).toEqual([])
})

it("has no reason for what is read once", () => {
  const named = new Set(steps.map(({ name }) => name))
  const unneeded = steps.flatMap((step) =>
    listStep(step, tables, REASONS[step.name]).unneeded.map((table) => `${step.name}: ${table}`),
  )
  expect([...unneeded, ...Object.keys(REASONS).filter((name) => !named.has(name))]).toEqual([])
})

async function buyForPickup(): Promise<void> {
  const { product, open, post } = await aShopper()
  await step("market page", open(`/market-info?market=${product.marketId}`))
  await step("product page", open(`/view-product?product=${product.id}`))
  await step("add to cart", post("/view-product", inCart(product)))
  await step("cart page", open("/shopping-cart"))
  await step("proceed to pickup", post("/shopping-cart", proceed(product, "pickup")))
  await step("pay page", open("/pay"))
  const paid = await step("pay now", post("/pay/begin", BILLING)).then(payByCard)
  await step("back from payment: one pickup order", open(`/pay/return?checkout=${paid.checkoutId}`))
  await step("thanks page", open("/thanks-for-shopping"))
  await step("webhook of a payment that is settled", () => receiveWebhook(paid.paymentId))
  const jobs: OutboxJob[] = []
  await step("relay", relayTo(jobs))
  await step("relay with nothing to do", relayTo([]))
  for (const job of jobs) await step(`job ${job.name}`, () => run(job))
}

async function buyForDelivery(): Promise<void> {
  const { product, open, post } = await aShopper()
  await post("/view-product", inCart(product))()
  await step("proceed to delivery", post("/shopping-cart", proceed(product, "delivery")))
  await step("ship-to page", open("/ship-to"))
  await step("ship to an address", post("/ship-to", { intent: "address", ...SHIP_TO }))
  await step("ship to the same address again", post("/ship-to", { intent: "address", ...SHIP_TO }))
  const { paymentId } = await payByCard(await post("/pay/begin", BILLING)())
  await receiveWebhook(paymentId)
  const jobs: OutboxJob[] = []
  await relayTo(jobs)()
  const [job] = jobs.filter(({ name }) => name === "process-payment-event")
  if (job) await step("job process-payment-event: one delivery order", () => run(job))
}

type Product = Awaited<ReturnType<typeof aProduct>>

const inCart = ({ id: productId }: Product) => ({ productId, size: "", quantity: "2" })
const proceed = ({ variants: [variant] }: Product, fulfilment: string) => ({
  intent: "proceed",
  fulfilment,
  quote: `${variant?.id}*2@${variant?.priceCents}`,
})

/** A signed-in customer, and a product to buy. */
async function aShopper() {
  const product = await aProduct(database.db, await aMarket(database.db))
  const { actor } = await aCustomer(database.db)
  const cookies = await sessionCookies({ url: URL_OF_SITE, database }, actor)
  const headers = {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    origin: URL_OF_SITE,
  }
  const send = (path: string, init: RequestInit) => () =>
    site.fetch(new Request(URL_OF_SITE + path, { headers, ...init }))
  return {
    product,
    open: (path: string) => send(path, {}),
    post: (path: string, fields: Record<string, string>) =>
      send(path, { method: "POST", body: new URLSearchParams(fields) }),
  }
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined
  const sent = await site.during(() => {
    result = work()
    return result
  })
  steps.push({ name, sent })
  const done = await (result as Promise<T>)
  if (done instanceof Response && done.status >= 400) throw new Error(`${name} returned ${done.status}.`)
  return done
}

/** Confirms the payment with the response of Pay Now, as the card provider's script does. */
async function payByCard(begun: Response) {
  const { clientSecret, checkoutId } = (await begun.json()) as { clientSecret: string; checkoutId: string }
  const [paymentId = ""] = clientSecret.split("_secret_")
  await sandbox.stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
  return { paymentId, checkoutId }
}

async function receiveWebhook(paymentId: string): Promise<void> {
  const ctx = site.runtime.contextForJobs()
  const event: ProviderEvent = {
    id: `evt_${paymentId}`,
    type: "payment_intent.succeeded",
    accountId: null,
    objectId: paymentId,
    createdAt: ctx.now(),
  }
  await receiveEvent(ctx, event)
}

/** Runs both relays once. */
const relayTo = (jobs: OutboxJob[]) => async () => {
  const relay = startRelay({
    context: site.runtime.contextForJobs,
    addJobs: async (batch) => void jobs.push(...batch),
    publish: async () => {},
    listen: () => ({ stop: async () => {} }),
  })
  await relay.stop()
}

const run = ({ name, payload, id }: OutboxJob) =>
  (JOBS[name].run as Handler<never>)(site.runtime.contextForJobs(), payload as never, id)
