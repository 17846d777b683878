import PQueue from "p-queue"
import type { Actor, Context, SellerContext } from "../../../core/context.ts"
import { MINUTE_MS } from "../../../core/durations.ts"
import { chooseNotifications } from "../../../core/notifications/choose-notifications.server.ts"
import { choicesOf } from "../../../core/notifications/kinds.ts"
import { listReplacements } from "../../../core/orders/list-replacements.server.ts"
import { offerReplacement } from "../../../core/orders/offer-replacement.server.ts"
import { viewSellerOrder } from "../../../core/orders/view-seller-order.server.ts"
import { users } from "../../../db/schema/index.ts"
import { stripeClient } from "../../../server/adapters/stripe/stripe-client.ts"
import type { Runtime } from "../../../server/compose.ts"
import { payFor, placeOrder } from "./buy.ts"
import type { Demo, Sale } from "./sale.ts"
import { saturdaySales } from "./saturday-sales.ts"
import { takeSteps } from "./take-steps.ts"
import { usualSales } from "./usual-sales.ts"

const AT_ONCE = 8

/**
 * Places the demo's orders as people would: cart, checkout, card, and then the steps of the seller and couriers, with
 * the domain's own commands, each at its own time. This way, lines, ledger, charges and notifications are consistent.
 * Each customer of the Saturday has one order, so these are paid and worked on several at a time.
 */
export async function placeDemoOrders(
  runtime: Pick<Runtime, "contextFor">,
  sandbox: { secretKey: string; apiUrl: string },
): Promise<void> {
  const stripe = stripeClient(sandbox)
  const demo: Demo = {
    contextFor: runtime.contextFor,
    idOf: await readPeople(runtime),
    now: new Date(),
  }
  const [usual, saturday] = [await usualSales(demo), await saturdaySales(demo)]
  const customerOf = (sale: Sale) =>
    contextsAt(runtime, sale)({ role: "customer" as const, userId: sale.customerId })
  const step = async (sale: Sale, orderId: string) => {
    await takeSteps(contextsAt(runtime, sale), { ...sale, orderId, idOf: demo.idOf })
    if (sale.isAsked) await offerSomethingElse(runtime.contextFor(sale.seller), orderId)
  }

  const paid = new Map<Sale, string>()
  await inParallel(saturday, async (sale) => {
    paid.set(sale, await payFor(customerOf(sale), stripe, sale))
  })
  const placed: { sale: Sale; orderId: string }[] = []
  // Orders are numbered in the order of placement.
  for (const sale of [...usual, ...saturday].sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())) {
    const ctx = customerOf(sale)
    const checkoutId = paid.get(sale)
    const orderId = await placeOrder(ctx, checkoutId ?? (await payFor(ctx, stripe, sale)))
    if (checkoutId) placed.push({ sale, orderId })
    else await step(sale, orderId)
  }
  await inParallel(placed, ({ sale, orderId }) => step(sale, orderId))
  await chooseEmails(demo, usual, EMAILS)
  // To a market with many orders, the evening's list is enough.
  await chooseEmails(
    demo,
    saturday,
    EMAILS.filter(({ kind }) => kind !== "newOrders"),
  )
}

/** Contexts at the sale's time, or later. */
const contextsAt =
  ({ contextFor }: Pick<Runtime, "contextFor">, { placedAt: at }: Pick<Sale, "placedAt">) =>
  <A extends Actor>(actor: A, minutesLater = 0): Context<A> => ({
    ...contextFor(actor),
    now: () => new Date(at.getTime() + minutesLater * MINUTE_MS),
  })

/** The usual emails, and the evening's. */
const EMAILS = choicesOf("seller").filter(
  ({ kind, way, isUsual }) => way === "email" && (isUsual || kind === "evening"),
)

async function chooseEmails(
  { contextFor }: Demo,
  [sale]: readonly Sale[],
  emails: readonly { name: string }[],
): Promise<void> {
  if (sale)
    await chooseNotifications(contextFor(sale.seller), {
      on: emails.map(({ name }) => name),
      ways: ["email"],
    })
}

/** Offers one of the most similar product instead of the first line; the customer has 15 minutes from now. */
async function offerSomethingElse(ctx: SellerContext, orderId: string): Promise<void> {
  const lineId = (await viewSellerOrder(ctx, orderId)).lines[0]?.id ?? ""
  const [similar] = (await listReplacements(ctx, lineId)).choices
  if (!similar) throw new Error("The demo's seller has nothing to offer instead.")
  await offerReplacement(ctx, { lineId, variantId: similar.variantId, quantity: 1, stockToZero: false })
}

/** The ids of the demo's people, by email. */
async function readPeople(runtime: Pick<Runtime, "contextFor">): Promise<(email: string) => string> {
  const { db } = runtime.contextFor({ role: "system" })
  const rows = await db.select({ id: users.id, email: users.email }).from(users)
  const ids = new Map(rows.map(({ id, email }) => [email, id]))
  return (email) => {
    const id = ids.get(email)
    if (!id) throw new Error(`The demo has no ${email}`)
    return id
  }
}

async function inParallel<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  await new PQueue({ concurrency: AT_ONCE }).addAll(list.map((item) => () => work(item)))
}
