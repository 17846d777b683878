import { asc, eq } from "drizzle-orm"
import { answerReplacement } from "#core/orders/answer-replacement.server.ts"
import { expireReplacement } from "#core/orders/expire-replacement.server.ts"
import { offerReplacement } from "#core/orders/offer-replacement.server.ts"
import type { Replacement } from "#core/orders/order-note.ts"
import { packOrder } from "#core/orders/pack-order.server.ts"
import type { OfferReplacement } from "#core/orders/replacement.ts"
import { settlePacking } from "#core/orders/settle-packing.server.ts"
import { releaseDueEvents } from "#core/outbox/due-events.server.ts"
import { queueEvents } from "#core/outbox/outbox-relay.server.ts"
import { orderLines, orders, replacementOffers } from "#db/schema/index.ts"
import { stockOf } from "./checkout.ts"
import { aProduct } from "./factories/markets.ts"
import type { usePayoutAccounts } from "./payout-accounts.ts"
import { refundsIn } from "./refunds.ts"

type Sketch = { priceCents?: number; category?: string; section?: string; stock?: number }

export type ReplacedOrder = Awaited<ReturnType<ReturnType<typeof replacementsIn>["aPaidOrder"]>>

/** Orders that were paid at the sandbox, and what their market offers instead of a notebook. */
export function replacementsIn(accounts: ReturnType<typeof usePayoutAccounts>) {
  const refunds = refundsIn(accounts)

  /** A paid order with two notebooks at $4.50, taxed, of a market that has sketchbooks as well. */
  async function aPaidOrder({
    wish = null,
    pickup = true,
    sketch = {},
  }: {
    wish?: Replacement | null
    pickup?: boolean
    sketch?: Sketch
  } = {}) {
    const paid = await refunds.aPaidOrder({ pickup })
    const { db } = accounts.database
    await db.update(orders).set({ replacement: wish }).where(eq(orders.id, paid.order.id))
    const sketchbook = await aProduct(db, paid.market, {
      category: "Office Supplies",
      section: "Paper",
      name: "Sketchbook",
      priceCents: 400,
      ...sketch,
    })
    return { ...paid, sketchbook }
  }
  type Paid = Awaited<ReturnType<typeof aPaidOrder>>

  const offer = (paid: Paid, some: Partial<OfferReplacement> = {}) =>
    offerReplacement(paid.seller, {
      lineId: paid.notebooks.id,
      variantId: paid.sketchbook.variantId,
      quantity: 1,
      missing: 1,
      stockToZero: false,
      ...some,
    })

  const say = ({ shopper }: Paid, offerId: string, answer: "yes" | "no") =>
    answerReplacement(shopper, { offerId, answer })

  const expire = (offerId: string) => expireReplacement(accounts.system(), { offerId })

  const stateOf = async (offerId: string) => {
    const [row] = await accounts.database.db
      .select({ status: replacementOffers.status, answeredBy: replacementOffers.answeredBy })
      .from(replacementOffers)
      .where(eq(replacementOffers.id, offerId))
    return [row?.status, row?.answeredBy]
  }

  const linesOf = ({ order }: Paid) =>
    accounts.database.db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, order.id))
      .orderBy(asc(orderLines.id))

  const stock = ({ sketchbook }: Paid) => stockOf(accounts.database.db, sketchbook.variantId)

  const refundOf = async ({ order }: Paid) =>
    (await refunds.rowsOf(order.id)).map(({ amountCents }) => amountCents)

  /** Runs the jobs of offers and of packing that are due by now, each twice, and sends the refunds. */
  async function runDueJobs({ order }: Paid) {
    await releaseDueEvents(accounts.database.db, accounts.clock.now(), 1000)
    const due: (() => Promise<void>)[] = []
    await queueEvents(accounts.database.db, 1000, async (jobs) => {
      for (const { name, payload } of jobs) {
        const { orderId, offerId = "" } = payload as { orderId?: string; offerId?: string }
        if (name === "settle-packing" && orderId === order.id)
          due.push(() => settlePacking(accounts.system(), { orderId }))
        if (name === "expire-replacement") due.push(() => expire(offerId))
      }
    })
    for (const run of [...due, ...due]) await run()
    for (const { id } of await refunds.rowsOf(order.id)) await refunds.send(id)
  }

  /** Packs what is in the bag, and lets the ten seconds pass. */
  async function packAndSettle(paid: Paid) {
    await packOrder(paid.seller, { orderId: paid.order.id, bags: 1, allAsOrdered: true })
    accounts.clock.advance({ seconds: 10 })
    await runDueJobs(paid)
  }

  /** The offers of an order. */
  const offersOf = ({ order }: Paid) =>
    accounts.database.db.select().from(replacementOffers).where(eq(replacementOffers.orderId, order.id))

  return {
    refunds,
    aPaidOrder,
    offer,
    say,
    expire,
    stateOf,
    linesOf,
    stock,
    offersOf,
    refundOf,
    runDueJobs,
    packAndSettle,
  }
}
