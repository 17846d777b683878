import { createHash, createHmac } from "node:crypto"
import type Stripe from "stripe"
import { DomainError } from "#core/errors.ts"
import { cents } from "#core/money.ts"
import type {
  CardRefund,
  NewHostedPage,
  NewPayment,
  PaymentScript,
  Payments,
  ProviderEvent,
} from "#core/ports/payments.ts"
import { isLiveKey } from "#server/config/env.ts"
import {
  CHECKOUT_FIELD,
  cardDispute,
  cardName,
  cardPayment,
  cardRefund,
  hostedPage,
  idOf,
  isEvent,
  providerEvent,
  REFUND_FIELDS,
  WITH_CARD,
} from "./from-stripe.ts"
import { cardCalls } from "./stripe-cards.ts"
import {
  asking,
  isDisputed,
  isOver,
  isUncovered,
  making,
  parametersDigest,
  reading,
} from "./stripe-errors.ts"

/** For data that a page can do without, so that nobody waits for all retries. */
const SOON = { timeout: 2_000, maxNetworkRetries: 0 }

/**
 * The sandbox's platform has no account id. A database that was used with the sandbox belongs to a demo, regardless of
 * the mode it is started in.
 */
const SANDBOX = "sandbox"

async function ownAccount(stripe: Stripe): Promise<string | null> {
  try {
    return (await asking(() => stripe.accounts.retrieveCurrent())).id
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

/** Card payments by Stripe, or by the sandbox that speaks its API; the client decides which. */
export function stripePayments(
  stripe: Stripe,
  webhookSecrets: readonly string[],
  browser: PaymentScript,
): Payments {
  const findPayment: Payments["findPayment"] = async (paymentId) =>
    cardPayment(await reading(() => stripe.paymentIntents.retrieve(paymentId, WITH_CARD)))
  const findHostedPage: Payments["findHostedPage"] = async (pageId) =>
    hostedPage(await reading(() => stripe.checkout.sessions.retrieve(pageId)))
  const isLive = isLiveKey(browser.publishableKey)
  return {
    browser,
    isLive,
    ownAccount: () => (browser.localScript ? Promise.resolve(SANDBOX) : ownAccount(stripe)),
    findPayment,
    findHostedPage,
    async createPayment(payment) {
      const params = intentParams(payment)
      return cardPayment(
        await making(key("pay", payment, params), (once) => stripe.paymentIntents.create(params, once)),
      )
    },
    async cancelPayment(paymentId) {
      const cancelled = await unlessOver(() => asking(() => stripe.paymentIntents.cancel(paymentId)))
      return cancelled ? cardPayment(cancelled) : findPayment(paymentId)
    },
    async createHostedPage(page) {
      const { customerId, email } = page
      // Its only use is that the page does not ask for it.
      await asking(() => stripe.customers.update(customerId, { email }))
      const params = pageParams(page)
      return hostedPage(
        await making(key("page", page, params), (once) => stripe.checkout.sessions.create(params, once)),
      )
    },
    async closeHostedPage(pageId) {
      const closed = await unlessOver(() => asking(() => stripe.checkout.sessions.expire(pageId)))
      return closed ? hostedPage(closed) : findHostedPage(pageId)
    },
    async readWebhook(body, signature) {
      const event = verifiedEvent(stripe, webhookSecrets, body, signature)
      if (!event) return "rejected"
      return event.livemode === isLive ? providerEvent(event) : "of the other mode"
    },
    listEvents: (since) => eventsSince(stripe, since),
    ...cardCalls(stripe),
    ...moneyMoves(stripe),
  }
}

function moneyMoves(
  stripe: Stripe,
): Pick<
  Payments,
  "refund" | "refundsOf" | "cardOf" | "transfer" | "reverseTransfer" | "findDispute" | "feeOf"
> {
  return {
    refund: (refund) => makeRefund(stripe, refund),
    async refundsOf(of) {
      const filter = await refundsFilter(stripe, of)
      if (!filter) return { paymentId: null, refunds: [] }
      const { data } = await asking(() => stripe.refunds.list({ ...filter, limit: 100 }), "refunded")
      return { paymentId: idOf(data[0]?.payment_intent), refunds: data.map(cardRefund) }
    },
    cardOf: async (chargeId) =>
      cardName(await asking(() => stripe.charges.retrieve(chargeId, {}, SOON), "refunded")),
    transfer: async ({ transferId, chargeId, accountId, checkoutId, amountCents }) => {
      const sent = await making(
        `transfer:${transferId}`,
        (once) =>
          stripe.transfers.create(
            {
              amount: amountCents,
              currency: "usd",
              destination: accountId,
              source_transaction: chargeId,
              transfer_group: checkoutId,
              metadata: { transfer_id: transferId },
              expand: ["destination_payment.balance_transaction"],
            },
            once,
          ),
        "transferred",
      )
      return { id: sent.id, availableAt: availableAt(sent.destination_payment) }
    },
    reverseTransfer: (reversal) => reverseTransfer(stripe, reversal),
    findDispute: (disputeId) =>
      asking(async () => {
        const dispute = await stripe.disputes.retrieve(disputeId)
        const payment = idOf(dispute.payment_intent)
        const ofPayment = payment ? await stripe.disputes.list({ payment_intent: payment, limit: 100 }) : null
        return cardDispute(dispute, ofPayment?.data ?? [])
      }),
    async feeOf(chargeId) {
      const charge = await asking(() =>
        stripe.charges.retrieve(chargeId, { expand: ["balance_transaction"] }),
      )
      const booked = charge.balance_transaction
      if (!booked || typeof booked === "string") throw new Error(`Charge ${chargeId} is not booked yet.`)
      return cents(booked.fee)
    },
  }
}

type NewRefund = Parameters<Payments["refund"]>[0]

async function makeRefund(stripe: Stripe, refund: NewRefund): Promise<CardRefund | null> {
  const { refundId, failures, paymentId, amountCents } = refund
  const metadata = {
    [REFUND_FIELDS.id]: refundId,
    ...(failures > 0 && { [REFUND_FIELDS.failures]: failures }),
  }
  try {
    return cardRefund(
      await making(
        refundKey(refund),
        (once) => stripe.refunds.create({ payment_intent: paymentId, amount: amountCents, metadata }, once),
        "refunded",
      ),
    )
  } catch (error) {
    if (isDisputed(error)) return null
    throw error
  }
}

/** Each attempt and each amount has its own key, since Stripe rejects a key that is sent with other parameters. */
const refundKey = ({ refundId, failures, amountCents, isWhole }: NewRefund) =>
  failures === 0 && isWhole ? `refund:${refundId}` : `refund:${refundId}:${failures}:${amountCents}`

async function refundsFilter(
  stripe: Stripe,
  of: Parameters<Payments["refundsOf"]>[0],
): Promise<{ charge: string } | { payment_intent: string } | null> {
  if ("chargeId" in of) return { charge: of.chargeId }
  if ("paymentId" in of) return { payment_intent: of.paymentId }
  const payment = idOf(
    (await asking(() => stripe.refunds.retrieve(of.providerRefundId), "refunded")).payment_intent,
  )
  return payment ? { payment_intent: payment } : null
}

/** Stripe repeats a rejection under its key for a day, so the next attempt uses another key. */
async function reverseTransfer(
  stripe: Stripe,
  { reversalId, rejections, providerTransferId, amountCents }: Parameters<Payments["reverseTransfer"]>[0],
): Promise<{ id: string } | null> {
  try {
    return await asking(
      () =>
        stripe.transfers.createReversal(
          providerTransferId,
          { amount: amountCents, metadata: { reversal_id: reversalId } },
          { idempotencyKey: `reversal:${reversalId}:${rejections}` },
        ),
      "transferred",
    )
  } catch (error) {
    if (isUncovered(error)) return null
    throw error
  }
}

/** A transfer becomes available when the money of its charge does. */
function availableAt(payment: Stripe.Transfer["destination_payment"]): Date | null {
  const booked = typeof payment === "object" ? payment?.balance_transaction : null
  return booked && typeof booked === "object" ? new Date(booked.available_on * 1000) : null
}

/**
 * The same attempt with the same parameters is one payment. Other parameters, such as those of another version of this
 * program during an upgrade, have another key, since Stripe rejects a key that is sent with other parameters.
 */
const key = (what: string, { checkoutId, attempt }: NewPayment, params: object) =>
  `${what}:${checkoutId}:${attempt}:${parametersDigest(params)}`

function intentParams(payment: NewPayment): Stripe.PaymentIntentCreateParams {
  return {
    amount: payment.amountCents,
    currency: "usd",
    automatic_payment_methods: { enabled: true },
    description: payment.description,
    statement_descriptor_suffix: payment.statementSuffix,
    receipt_email: payment.email,
    transfer_group: payment.checkoutId,
    metadata: { [CHECKOUT_FIELD]: payment.checkoutId },
  }
}

function pageParams(page: NewHostedPage): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    client_reference_id: page.checkoutId,
    customer: page.customerId,
    saved_payment_method_options: {
      // A card is kept only for somebody who asked for it, so the page shows every card of this customer.
      allow_redisplay_filters: ["always", "limited", "unspecified"],
      payment_method_save: page.offersSaving ? "enabled" : "disabled",
    },
    expires_at: Math.floor(page.expiresAt.getTime() / 1000),
    success_url: page.successUrl,
    cancel_url: page.cancelUrl,
    line_items: page.items.map((item) => ({
      quantity: item.quantity,
      price_data: {
        currency: "usd",
        unit_amount: item.unitCents,
        product_data: { name: item.name },
      },
    })),
    metadata: { [CHECKOUT_FIELD]: page.checkoutId },
    payment_intent_data: {
      description: page.description,
      statement_descriptor_suffix: page.statementSuffix,
      transfer_group: page.checkoutId,
      metadata: { [CHECKOUT_FIELD]: page.checkoutId },
    },
  }
}

async function unlessOver<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isOver(error)) return null
    throw error
  }
}

/** Node's HMAC is synchronous; under Bun, the SDK's default imports the key again for each webhook and waits for it. */
const CRYPTO: NonNullable<Parameters<Stripe["webhooks"]["constructEvent"]>[4]> = {
  computeHMACSignature: (payload, secret) => createHmac("sha256", secret).update(payload).digest("hex"),
  computeHMACSignatureAsync: async (payload, secret) => CRYPTO.computeHMACSignature(payload, secret),
  computeSHA256Async: async (bytes) => createHash("sha256").update(bytes).digest(),
}

/** The event that was signed with one of our secrets; null if none matches. */
function verifiedEvent(
  stripe: Stripe,
  secrets: readonly string[],
  body: string,
  signature: string,
): Stripe.Event | null {
  for (const secret of secrets) {
    try {
      const signed = stripe.webhooks.constructEvent(body, signature, secret, undefined, CRYPTO)
      return isEvent(signed) ? signed : null
    } catch {
      // Signed with another endpoint's secret, or forged: tries the next secret.
    }
  }
  return null
}

async function* eventsSince(stripe: Stripe, since: Date): AsyncGenerator<ProviderEvent> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  for await (const event of stripe.events.list({ created, limit: 100 })) yield providerEvent(event)
}
