import { and, eq, sql } from "drizzle-orm"
import { updateCart } from "#core/cart/update-cart.server.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { startCheckout } from "#core/checkout/start-checkout.server.ts"
import { cents } from "#core/money.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { processEvent } from "#core/payments/process-event.server.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"
import type { RefundInput } from "#core/payments/refund.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { sendRefund } from "#core/payments/send-refund.server.ts"
import { sweepReversals } from "#core/payouts/reverse-transfers.server.ts"
import { sweepDueTransfers } from "#core/payouts/send-transfers.server.ts"
import {
  checkouts,
  ledgerEntries,
  markets,
  orderLines,
  orders,
  refunds,
  stripeEvents,
  transfers,
} from "#db/schema/index.ts"
import { SHIP_TO } from "./billing.ts"
import { goToCheckout, payByCard } from "./checkout.ts"
import { ctxFor } from "./database.ts"
import { anAdmin } from "./factories/admins.ts"
import { aProduct } from "./factories/markets.ts"
import { aCustomer } from "./factories/people.ts"
import type { usePayoutAccounts } from "./payout-accounts.ts"

type Accounts = ReturnType<typeof usePayoutAccounts>

/**
 * Orders that were paid at the sandbox, and their refunds: two notebooks at $4.50, taxed, three melons at $1.00,
 * untaxed, and the delivery fee of $3.99.
 */
export function refundsIn(accounts: Accounts) {
  async function aPaidOrder({
    card = "pm_card_visa",
    markets: count = 1,
    pickup = false,
    tipDollars = 0,
  } = {}) {
    const sellers = await Promise.all(Array.from({ length: count }, () => accounts.anOnboardedSeller()))
    const basket: { productId: string; quantity: number }[] = []
    const products = []
    for (const { market } of sellers) {
      await accounts.database.db
        .update(markets)
        .set({ subscription: "active" })
        .where(eq(markets.id, market.id))
      const paper = await aProduct(accounts.database.db, market, {
        category: "Office Supplies",
        section: "Paper",
        name: "Notebook",
        priceCents: 450,
      })
      const melons = await aProduct(accounts.database.db, market, { name: "Melon", priceCents: 100 })
      products.push({ paper, melons })
      basket.push({ productId: paper.id, quantity: 2 }, { productId: melons.id, quantity: 3 })
    }
    const customer = await aCustomer(accounts.database.db)
    const shopper = ctxFor(accounts.database, customer.actor, accounts.parts())
    await goToCheckout(shopper, basket, pickup ? undefined : SHIP_TO)
    if (tipDollars > 0) {
      await updateCart(shopper, { tip: "other", tipAmount: cents(tipDollars * 100) })
      await startCheckout(shopper)
    }
    const paid = await payByCard(shopper, accounts.sandbox.stripe, card)
    await completeCheckout(shopper, { checkoutId: paid.checkoutId })
    const [checkout] = await accounts.database.db
      .select()
      .from(checkouts)
      .where(eq(checkouts.id, paid.checkoutId))
    const placed = []
    for (const [index, { market, ctx }] of sellers.entries()) {
      const [order] = await accounts.database.db
        .select()
        .from(orders)
        .where(and(eq(orders.checkoutId, paid.checkoutId), eq(orders.marketId, market.id)))
      const lines = await accounts.database.db
        .select()
        .from(orderLines)
        .where(eq(orderLines.orderId, order!.id))
        .orderBy(orderLines.id)
      const line = (name: string) => lines.find(({ productName }) => productName === name)!
      placed.push({
        order: order!,
        seller: ctx,
        market,
        products: products[index]!,
        notebooks: line("Notebook"),
        melons: line("Melon"),
      })
    }
    const [first] = placed
    return {
      ...first!,
      placed,
      customer,
      paymentId: paid.paymentId,
      charge: checkout!.stripeChargeId!,
      shopper,
    }
  }
  type Order = Awaited<ReturnType<typeof aPaidOrder>>
  type Paid = Pick<Order, "order" | "seller">

  const admin = async () =>
    ctxFor(accounts.database, (await anAdmin(accounts.database.db)).actor, accounts.parts())
  const input = (orderId: string, wish: Partial<RefundInput>): RefundInput => ({
    orderId,
    lines: [],
    feeCents: cents(0),
    tipCents: cents(0),
    amountCents: cents(0),
    reason: "broken",
    sentence: "",
    bearer: "seller",
    ...wish,
  })
  const send = (refundId: string) => sendRefund(accounts.system(), { refundId })

  return {
    aPaidOrder,
    admin,
    input,
    send,
    oneNotebook: ({ notebooks }: Pick<Order, "notebooks">) => ({
      lines: [{ lineId: notebooks.id, quantity: 1 }],
    }),
    melons: ({ melons }: Pick<Order, "melons">) => ({ lines: [{ lineId: melons.id, quantity: 3 }] }),
    everything: ({ notebooks, melons }: Pick<Order, "notebooks" | "melons">, fee: number) => ({
      lines: [
        { lineId: notebooks.id, quantity: 2 },
        { lineId: melons.id, quantity: 3 },
      ],
      feeCents: cents(fee),
    }),
    /** Creates an admin's refund and sends it to the provider. */
    async refund({ order }: Pick<Paid, "order">, wish: Partial<RefundInput>) {
      const made = await refundOrder(await admin(), input(order.id, wish))
      await send(made.refundId)
      return made
    },
    /** Marks the order delivered as its seller. */
    async deliver({ order, seller }: Paid) {
      await chooseCourier(seller, { orderId: order.id, hasDeliverer: true })
      await markDelivered(seller, order.id)
    },
    async payOutToSeller() {
      accounts.clock.advance({ hours: 25 })
      await sweepDueTransfers(accounts.system())
    },
    takeBack: () => sweepReversals(accounts.system()),
    /** Processes the provider's events that we have not received, each twice, newest first. */
    async hearOfEverything() {
      const { payments } = accounts.system().ports
      for await (const event of payments.listEvents(new Date(0))) await receiveEvent(accounts.system(), event)
      const rows = await accounts.database.db
        .select({ id: stripeEvents.id, processedAt: stripeEvents.processedAt })
        .from(stripeEvents)
        .orderBy(sql`received_at desc, id desc`)
      for (const { id, processedAt } of rows) if (!processedAt) await again(id)
    },
    async row(refundId: string) {
      const [row] = await accounts.database.db.select().from(refunds).where(eq(refunds.id, refundId))
      return row!
    },
    rowsOf: (orderId: string) =>
      accounts.database.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id),
    /** The cents that a refund took from the seller and from the platform, by the ledger. */
    async borne(refundId: string) {
      const rows = await accounts.database.db
        .select({ party: ledgerEntries.party, amountCents: ledgerEntries.amountCents })
        .from(ledgerEntries)
        .where(eq(ledgerEntries.refundId, refundId))
      const of = (party: string) =>
        rows.filter((row) => row.party === party).reduce((sum, row) => sum - row.amountCents, 0)
      return { seller: of("seller"), platform: of("platform") }
    },
    /** The cents that the order earns its seller now. */
    async earned({ order }: Pick<Paid, "order">) {
      const [row] = await accounts.database.db
        .select({ cents: sql`coalesce(sum(${ledgerEntries.amountCents}), 0)`.mapWith(Number) })
        .from(ledgerEntries)
        .where(and(eq(ledgerEntries.orderId, order.id), eq(ledgerEntries.party, "seller")))
      return row!.cents
    },
    async transferOf({ order }: Pick<Paid, "order">) {
      const [row] = await accounts.database.db
        .select({
          status: transfers.status,
          amountCents: transfers.amountCents,
          reversedCents: transfers.reversedCents,
        })
        .from(transfers)
        .where(and(eq(transfers.orderId, order.id), eq(transfers.party, "seller")))
      return row
    },
    /** Amount and status of the provider's refunds of this payment, including failed ones. */
    async atProvider(paymentId: string) {
      const { data } = await accounts.sandbox.stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
      return data.map(({ amount, status }) => [amount, status]).toReversed()
    },
    async accountHolds({ market }: { market: { id: string } }) {
      const stripeAccount = (await accounts.marketRow(market.id)).stripeAccountId!
      return held(await accounts.sandbox.stripe.balance.retrieve({}, { stripeAccount }))
    },
    /** The platform's own balance at the provider, and the balance that it should have by the ledger. */
    async platformHolds() {
      const booked = await accounts.database.db.select().from(ledgerEntries)
      const gone = await accounts.database.db.select().from(transfers).where(eq(transfers.status, "sent"))
      const ofOrders = booked
        .filter(({ kind }) => !kind.startsWith("payout"))
        .reduce((sum, row) => sum + row.amountCents, 0)
      const away = gone.reduce((sum, row) => sum + row.amountCents - row.reversedCents, 0)
      return {
        provider: held(await accounts.sandbox.stripe.balance.retrieve()),
        books: ofOrders - away,
      }
    },
  }

  async function again(eventId: string) {
    await processEvent(accounts.system(), { eventId })
    await accounts.database.db
      .update(stripeEvents)
      .set({ processedAt: null })
      .where(eq(stripeEvents.id, eventId))
    await processEvent(accounts.system(), { eventId })
  }
}

const held = (balance: { available: { amount: number }[]; pending: { amount: number }[] }) =>
  [...balance.available, ...balance.pending].reduce((sum, { amount }) => sum + amount, 0)
