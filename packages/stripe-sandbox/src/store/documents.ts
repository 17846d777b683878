// Only types are imported from Stripe's SDK. They do not exist at run time and check the shape of stored objects.
import type Stripe from "stripe"

type Primitive = string | number | boolean | null | undefined

/**
 * A response type as sent over HTTP: expandable fields are ids, decimals are strings, "deleted" markers are removed.
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends Primitive
    ? T
    : T extends (infer Item)[]
      ? WireField<Item>[]
      : T extends object
        ? { [Key in keyof T as Key extends "deleted" ? never : Key]: WireField<T[Key]> }
        : T

type WireField<T> = unknown extends T ? T : string extends T ? Extract<T, Primitive> : Wire<T>

/** An event's object and previous attributes may be of any kind, so the sandbox leaves them untyped. */
export interface EventDocument {
  id: string
  object: "event"
  account?: string
  api_version: string | null
  created: number
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null } | null
  type: string
}

/** Every kind of object that the sandbox stores, by the value of its `object` field. */
export interface Documents {
  account: Wire<Omit<Stripe.Account, "individual" | "external_accounts">>
  balance_transaction: Wire<Stripe.BalanceTransaction>
  bank_account: Wire<Stripe.BankAccount>
  charge: Wire<Omit<Stripe.Charge, "refunds">>
  "checkout.session": Wire<Omit<Stripe.Checkout.Session, "line_items">>
  customer: Wire<Stripe.Customer>
  dispute: Wire<Omit<Stripe.Dispute, "balance_transactions">>
  event: EventDocument
  file: Wire<Stripe.File>
  invoice: Wire<Omit<Stripe.Invoice, "confirmation_secret" | "payments">>
  invoice_payment: Wire<Stripe.InvoicePayment>
  payment_intent: Wire<Stripe.PaymentIntent>
  payment_method: Wire<Stripe.PaymentMethod>
  payout: Wire<Stripe.Payout>
  person: Wire<Stripe.Person>
  price: Wire<Stripe.Price>
  product: Wire<Stripe.Product>
  refund: Wire<Stripe.Refund>
  setup_intent: Wire<Stripe.SetupIntent>
  subscription: Wire<Stripe.Subscription>
  "tax.calculation": Wire<Omit<Stripe.Tax.Calculation, "line_items">>
  "tax.transaction": Wire<Omit<Stripe.Tax.Transaction, "line_items">>
  "tax.registration": Wire<Stripe.Tax.Registration>
  token: Wire<Stripe.Token>
  transfer: Wire<Omit<Stripe.Transfer, "reversals">>
  transfer_reversal: Wire<Stripe.TransferReversal>
  webhook_endpoint: Wire<Stripe.WebhookEndpoint>
}

export type Kind = keyof Documents
export type AnyDocument = Documents[Kind] & { id: string | null; object: Kind }
