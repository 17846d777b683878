import { orderWindowText } from "#core/calendar/calendar-words.ts"
import { add, type Cents, formatMoney, subtract, times, ZERO } from "#core/money.ts"
import { type OrderNote, REPLACEMENT_WORDS } from "#core/orders/order-note.ts"
import { type OrderTime, orderReadyText } from "#core/orders/order-time.ts"
import { KEEPS_EARNINGS } from "#core/orders/statuses.ts"
import { askedFor, patienceFor, spanText, waitsFor } from "#core/orders/waits.ts"
import type { OrderRefund, RefundShares } from "#core/payments/refund.ts"
import { REFUND_NEWS } from "#core/payments/refund-states.ts"
import type { Rates } from "#core/rates.ts"
import {
  action,
  type EmailContent,
  type EmailPart,
  quote,
  type ReceiptRow,
  receipt,
  text,
} from "./compose-email.ts"

/** What the emails tell of a refund. */
export type RefundFacts = Pick<
  OrderRefund,
  | "id"
  | "amountCents"
  | "itemsCents"
  | "deliveryCents"
  | "taxCents"
  | "reason"
  | "status"
  | "source"
  | "bearer"
> & {
  readonly lines: readonly Pick<OrderRefund["lines"][number], "productName" | "quantity" | "amountCents">[]
}

/** What the emails about an order need to know of it. */
export type OrderFacts = OrderNote &
  OrderTime & {
    readonly orderId: string
    readonly number: number
    readonly confirmation: string
    readonly placedAt: Date
    readonly timeZone: string
    /** `email` is null of who has left. */
    readonly customer: { readonly userId: string; readonly firstName: string; readonly email: string | null }
    readonly seller: { readonly userId: string; readonly firstName: string; readonly email: string | null }
    readonly market: { readonly name: string; readonly address: string; readonly phone: string }
    readonly lines: readonly {
      readonly name: string
      readonly size: string
      readonly quantity: number
      readonly unitPriceCents: Cents
    }[]
    readonly itemsCents: Cents
    readonly taxCents: Cents
    readonly deliveryCents: Cents
    readonly totalCents: Cents
    /** The seller's share of the card processing fee. */
    readonly sellerFeeCents: Cents
    readonly cancelReason: string | null
    readonly cancelledBy: string | null
    readonly chargedBackAt: Date | null
    /** Of a cancelled order: a courier had it, and who took part is paid all the same. */
    readonly fulfilledAt: Date | null
    readonly restocked: boolean | null
    readonly refunds: readonly RefundFacts[]
    readonly delivery: null | {
      readonly name: string
      readonly address: string
      readonly carrier: string | null
      readonly trackingNumber: string | null
    }
  }

const ALL_SALES_FINAL = "All sales are final."
const customerPage = (siteUrl: string, order: OrderFacts) => `${siteUrl}/order?OrderID=${order.orderId}`
const sellerPage = (siteUrl: string, order: OrderFacts) => `${siteUrl}/order-seller?OrderID=${order.orderId}`

/** Made once for each time zone: making one costs more than the email around it. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

function dateOf({ timeZone, placedAt }: OrderFacts): string {
  const known = dateFormats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone })
  if (!known) dateFormats.set(timeZone, format)
  return format.format(placedAt)
}

function rowsOf(order: OrderFacts): ReceiptRow[] {
  const rows = order.lines.map((line) => ({
    label: `${line.quantity} × ${line.name}${line.size ? `, ${line.size}` : ""}`,
    amount: formatMoney(times(line.unitPriceCents, line.quantity)),
  }))
  if (order.deliveryCents !== ZERO) rows.push({ label: "Delivery", amount: formatMoney(order.deliveryCents) })
  rows.push({ label: "Tax", amount: formatMoney(order.taxCents) })
  return [...rows, { label: "Total", amount: formatMoney(order.totalCents), strong: true }]
}

function whereTo(order: OrderFacts): string {
  const when = timeOf(order)
  const ready = orderReadyText(order, order.timeZone)
  const readyToo = ready ? ` ${ready}.` : ""
  if (order.delivery)
    return `It will be delivered to ${order.delivery.name}, ${order.delivery.address}${when}.${readyToo}`
  return `Pick it up at ${order.market.name}, ${order.market.address}${when}.${readyToo} Show this confirmation there: ${order.confirmation}.`
}

/** Words about the time that the customer chose; nothing where they chose none. */
function withTime(order: OrderFacts, words: (time: string) => string): string {
  const time = orderWindowText(order, order.timeZone)
  return time ? words(time) : ""
}

/** ", Sat, Nov 28, 9–10 am" */
const timeOf = (order: OrderFacts) => withTime(order, (time) => `, ${time}`)
/** " You chose Sat, Nov 28, 9–10 am.": of a step that leads there, for the customer. */
const chosenTime = (order: OrderFacts) => withTime(order, (time) => ` You chose ${time}.`)
/** " for Sat, Nov 28, 9–10 am" */
const forTime = (order: OrderFacts) => withTime(order, (time) => ` for ${time}`)

/** What the customer asks of the market, under words that say whose note it is; nothing where they asked nothing. */
function askedParts({ note, replacement }: OrderNote, whose: string): EmailPart[] {
  return [
    ...(note ? [text(whose), quote(note)] : []),
    ...(replacement ? [text(`If something is out: ${REPLACEMENT_WORDS[replacement]}.`)] : []),
  ]
}

/** The customer's receipt. */
export function receiptEmail(order: OrderFacts, siteUrl: string): EmailContent {
  return {
    subject: `Your order ${order.number} at ${order.market.name}`,
    greeting: `Hello ${order.customer.firstName},`,
    parts: [
      text(`Thank you for your order of ${dateOf(order)}. Confirmation: ${order.confirmation}.`),
      receipt(rowsOf(order)),
      text(whereTo(order)),
      ...askedParts(order, `Your note to ${order.market.name}:`),
      action("View my order", customerPage(siteUrl, order)),
      text(`${ALL_SALES_FINAL} If something is wrong, call ${order.market.name} at ${order.market.phone}.`),
    ],
  }
}

/** When the customer expects it; nothing for as soon as possible of an open market. */
function wantedText(order: OrderFacts): string {
  const ready = orderReadyText(order, order.timeZone)
  return ready
    ? `You were closed when it was placed. The customer sees: “${ready}”.`
    : withTime(order, (time) => `The customer wants it ${time}.`)
}

/** Tells the seller what to get ready, and what they earn by it. */
export function newOrderEmail(order: OrderFacts, siteUrl: string): EmailContent {
  const wanted = wantedText(order)
  return {
    subject: `New order ${order.number}: ${order.fulfilment === "pickup" ? "pick up" : "delivery"}`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [
      text(`${order.market.name} has a new order, paid by card.`),
      ...(wanted ? [text(wanted)] : []),
      ...askedParts(order, "A note from the customer:"),
      receipt([
        ...order.lines.map((line) => ({
          label: `${line.quantity} × ${line.name}${line.size ? `, ${line.size}` : ""}`,
          amount: formatMoney(times(line.unitPriceCents, line.quantity)),
        })),
        { label: "Items", amount: formatMoney(order.itemsCents), strong: true },
        { label: "Card processing fee", amount: `-${formatMoney(order.sellerFeeCents)}` },
      ]),
      text(
        order.fulfilment === "pickup"
          ? `The customer will pick it up and show the confirmation ${order.confirmation}.`
          : "It needs to be delivered. Please let us know whether you have someone to deliver it.",
      ),
      action("See the order", sellerPage(siteUrl, order)),
      text(
        order.clockStartsAt
          ? "If you take no action, we refund the customer 72 hours after that time."
          : "If you take no action, we refund the customer after 72 hours.",
      ),
    ],
  }
}

/** Tells the customer how the order moved on; null where a status is not worth an email. */
export function statusEmail(order: OrderFacts, siteUrl: string): EmailContent | null {
  const news = statusNews(order)
  if (!news) return null
  return {
    subject: `Order ${order.number}: ${news.subject}`,
    greeting: `Hello ${order.customer.firstName},`,
    parts: [text(news.body), action("View my order", customerPage(siteUrl, order))],
  }
}

function statusNews(order: OrderFacts): { subject: string; body: string } | null {
  const { market, delivery } = order
  switch (order.status) {
    case "ready to pick up":
      return {
        subject: "ready to pick up",
        body: `Your order is ready at ${market.name}, ${market.address}.${chosenTime(order)} Please show the confirmation ${order.confirmation} when you pick it up.`,
      }
    case "shipped":
      return {
        subject: "on its way",
        body:
          delivery?.carrier && delivery.trackingNumber
            ? `${market.name} handed your order to ${delivery.carrier}. The tracking number is ${delivery.trackingNumber}.`
            : `${market.name} sent out your order.${chosenTime(order)}`,
      }
    case "taken":
      return {
        subject: "a courier is on the way to the market",
        body: `A courier is on the way to ${market.name} to pick up your order.${chosenTime(order)}`,
      }
    case "picked up":
      return order.fulfilment === "delivery"
        ? {
            subject: "on its way",
            body: `The courier has your order and is on the way to ${delivery?.address}.${chosenTime(order)}`,
          }
        : { subject: "picked up", body: `You picked up your order at ${market.name}. Enjoy it!` }
    case "delivered":
      return { subject: "delivered", body: `Your order was delivered to ${delivery?.address}. Enjoy it!` }
    default:
      return null
  }
}

/** Tells the seller how a platform delivery goes on; null for what is not a courier's step. */
export function sellerStatusEmail(order: OrderFacts, siteUrl: string): EmailContent | null {
  const news = sellerNews(order)
  if (!news) return null
  return {
    subject: `Order ${order.number}: ${news.subject}`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [text(news.body), action("See the order", sellerPage(siteUrl, order))],
  }
}

function sellerNews(order: OrderFacts): { subject: string; body: string } | null {
  const { status, number } = order
  switch (status) {
    case "taken":
      return {
        subject: "a courier is on the way",
        body: `A courier is on the way to you to pick up order ${number}${forTime(order)}.`,
      }
    case "picked up":
      return { subject: "picked up by the courier", body: `Order ${number} is on its way to the customer.` }
    case "delivered":
      return {
        subject: "delivered",
        body: `Order ${number} was delivered. The photo is on the order's page, and your share of the money is on its way.`,
      }
    default:
      return null
  }
}

/** Tells the customer that an order is not coming and the money is. */
export function cancelledEmail(order: OrderFacts, siteUrl: string): EmailContent {
  return {
    subject: `Order ${order.number} was canceled and refunded`,
    greeting: `Hello ${order.customer.firstName},`,
    parts: [
      text(
        `We're sorry: your order from ${order.market.name}${forTime(order)} can't be fulfilled. The reason given:`,
      ),
      quote(order.cancelReason?.trim() || "The market couldn't fulfill the order."),
      text(order.chargedBackAt ? "Your bank has already refunded you." : goesBack(order)),
      action("View my order", customerPage(siteUrl, order)),
    ],
  }
}

/** Of an order that is cancelled: what was given back before is not given back again. */
function goesBack({ refunds, totalCents }: OrderFacts): string {
  const before = refunds.filter(({ source }) => source !== "cancellation")
  const beforeCents = add(ZERO, ...before.map(({ amountCents }) => amountCents))
  const left = subtract(totalCents, beforeCents)
  const banks = "It can take 5 to 10 days to appear on your statement."
  if (beforeCents === 0) return `We're refunding the full ${formatMoney(left)} to your card. ${banks}`
  if (left === 0) return "The full amount was already refunded to your card."
  return `We're refunding the remaining ${formatMoney(left)} to your card. ${banks}`
}

/** What a refund is made of. */
function refundRows(refund: RefundFacts, total: string): ReceiptRow[] {
  const rows = refund.lines.map((line) => ({
    label: `${line.quantity} × ${line.productName}`,
    amount: formatMoney(line.amountCents),
  }))
  const linesCents = add(ZERO, ...refund.lines.map(({ amountCents }) => amountCents))
  const other = subtract(refund.itemsCents, linesCents)
  if (other > 0) rows.push({ label: "Items", amount: formatMoney(other) })
  if (refund.deliveryCents > 0) rows.push({ label: "Delivery", amount: formatMoney(refund.deliveryCents) })
  if (refund.taxCents > 0) rows.push({ label: "Tax", amount: formatMoney(refund.taxCents) })
  return [...rows, { label: total, amount: formatMoney(refund.amountCents), strong: true }]
}

/** Tells the customer that a part of an order goes back, why, and where the money is. */
export function refundEmail(order: OrderFacts, refundId: string, siteUrl: string): EmailContent | null {
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (!refund) return null
  return {
    subject: `We refunded ${formatMoney(refund.amountCents)} of order ${order.number}`,
    greeting: `Hello ${order.customer.firstName},`,
    parts: [
      text(`We're refunding part of your order from ${order.market.name}. The reason given:`),
      quote(refund.reason),
      receipt(refundRows(refund, "Your refund")),
      text(REFUND_NEWS[refund.status]),
      action("View my order", customerPage(siteUrl, order)),
    ],
  }
}

/** Tells the seller what was refunded of an order, why, and what it costs them by the books, once it is in them. */
export function refundSellerEmail(
  order: OrderFacts,
  { refundId, shares }: { refundId: string; shares: RefundShares | undefined },
  siteUrl: string,
): EmailContent | null {
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (!refund) return null
  return {
    subject: `${formatMoney(refund.amountCents)} of order ${order.number} was refunded`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [
      text(`The customer gets a partial refund for order ${order.number}. The reason given:`),
      quote(refund.reason),
      receipt(refundRows(refund, "The customer's refund")),
      text(costText(refund, shares)),
      action("See the order", sellerPage(siteUrl, order)),
    ],
  }
}

function costText({ bearer }: RefundFacts, shares: RefundShares | undefined): string {
  if (bearer === "seller" && !shares)
    return "The customer's bank holds this payment. If you get it back, this refund is deducted from it; you don't pay the tax."
  const { sellerCents, heldFeeCents } = shares ?? { sellerCents: ZERO, heldFeeCents: ZERO }
  const sentences = [
    sellerCents > 0 &&
      `${formatMoney(sellerCents)} of it is deducted from your earnings for this order; you don't pay the tax.`,
    heldFeeCents > 0 &&
      `If you deliver this order yourself, ${formatMoney(heldFeeCents)} is deducted from your delivery fee.`,
  ].filter((sentence) => sentence !== false)
  return sentences.join(" ") || "It costs you nothing: Pushcart covers it."
}

/** Tells the seller that an order is off, unless they cancelled it themselves. */
export function cancelledSellerEmail(order: OrderFacts, siteUrl: string): EmailContent | null {
  if (order.cancelledBy === "seller") return null
  return {
    subject: `Order ${order.number} was canceled`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [
      text(offText(order)),
      quote(order.cancelReason?.trim() || "No reason was given."),
      action("See the order", sellerPage(siteUrl, order)),
    ],
  }
}

function offText(order: OrderFacts): string {
  const { number, delivery, restocked } = order
  const shelf = restocked ? " The items are back in stock." : " Your stock hasn't changed."
  if (order.fulfilledAt)
    return `Order ${number} was canceled${order.chargedBackAt ? "." : ` and refunded. ${KEEPS_EARNINGS}`}${shelf}`
  if (delivery?.trackingNumber)
    return `Order ${number}, which you sent by ${delivery.carrier}, was canceled and refunded.${restocked ? shelf : ""}`
  const rest = restocked === false ? `.${shelf}` : ", and the items are back in stock."
  return `Please don't hand over order ${number}${forTime(order)}: it was canceled${rest}`
}

/** Tells the seller that an order waits for them, and what happens if they do nothing. */
export function reminderEmail(order: OrderFacts, siteUrl: string, rates: Rates): EmailContent | null {
  const wait = waitsFor(order)
  if (!wait) return null
  const { remindHours, refundHours } = patienceFor(wait, rates)
  return {
    subject: `Order ${order.number} needs your attention`,
    greeting: `Hello ${order.seller.firstName},`,
    parts: [
      text(
        `Order ${order.number}${forTime(order)} has been waiting for ${spanText(remindHours)}. ${askedFor(wait)}`,
      ),
      text(`If you don't act, it will be canceled and refunded after ${spanText(refundHours)}.`),
      action("See the order", sellerPage(siteUrl, order)),
    ],
  }
}

/** Tells a customer that a payment came too late to get the goods, or for a closed market, and goes back. */
export function checkoutRefundedEmail(
  to: { firstName: string; amountCents: Cents },
  siteUrl: string,
): EmailContent {
  return {
    subject: "Your payment is being refunded",
    greeting: `Hello ${to.firstName},`,
    parts: [
      text(
        `Your payment of ${formatMoney(to.amountCents)} arrived after the products in your cart had sold out or their market had closed. We're sorry. No order was placed, and we're refunding the full amount to your card. It can take 5 to 10 days to appear on your statement.`,
      ),
      action("Go to my cart", `${siteUrl}/shopping-cart`),
    ],
  }
}
