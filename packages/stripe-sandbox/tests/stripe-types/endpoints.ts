/** An endpoint that we use: the SDK's own names for its parameter and response types. `{}` stands for an id. */
export interface Endpoint {
  method: "GET" | "POST" | "DELETE"
  path: string
  params: string
  answer: string
}

const row = (method: Endpoint["method"], path: string, params: string, answer: string): Endpoint => ({
  method,
  path,
  params,
  answer,
})
const list = (item: string) => `Stripe.ApiList<${item}>`

export const ENDPOINTS: Endpoint[] = [
  row("POST", "/v1/accounts", "AccountCreateParams", "Account"),
  row("GET", "/v1/accounts/{}", "AccountRetrieveParams", "Account"),
  row("POST", "/v1/accounts/{}", "AccountUpdateParams", "Account"),
  row("DELETE", "/v1/accounts/{}", "AccountDeleteParams", "DeletedAccount"),
  row("POST", "/v1/accounts/{}/reject", "AccountRejectParams", "Account"),
  row("POST", "/v1/accounts/{}/external_accounts", "AccountCreateExternalAccountParams", "BankAccount"),
  row("GET", "/v1/balance", "BalanceRetrieveParams", "Balance"),
  row("GET", "/v1/balance_settings", "BalanceSettingsRetrieveParams", "BalanceSettings"),
  row("POST", "/v1/balance_settings", "BalanceSettingsUpdateParams", "BalanceSettings"),
  row("GET", "/v1/balance_transactions", "BalanceTransactionListParams", list("Stripe.BalanceTransaction")),
  row("GET", "/v1/charges", "ChargeListParams", list("Stripe.Charge")),
  row("GET", "/v1/charges/{}", "ChargeRetrieveParams", "Charge"),
  row("POST", "/v1/checkout/sessions", "Checkout.SessionCreateParams", "Checkout.Session"),
  row("GET", "/v1/checkout/sessions/{}", "Checkout.SessionRetrieveParams", "Checkout.Session"),
  row("POST", "/v1/checkout/sessions/{}/expire", "Checkout.SessionExpireParams", "Checkout.Session"),
  row("POST", "/v1/customers", "CustomerCreateParams", "Customer"),
  row("POST", "/v1/customers/{}", "CustomerUpdateParams", "Customer"),
  row("GET", "/v1/disputes/{}", "DisputeRetrieveParams", "Dispute"),
  row("POST", "/v1/disputes/{}", "DisputeUpdateParams", "Dispute"),
  row("POST", "/v1/disputes/{}/close", "DisputeCloseParams", "Dispute"),
  row("GET", "/v1/events", "EventListParams", "-"),
  row("GET", "/v1/invoices", "InvoiceListParams", list("Stripe.Invoice")),
  row("GET", "/v1/invoices/{}", "InvoiceRetrieveParams", "Invoice"),
  row("POST", "/v1/invoices/{}/void", "InvoiceVoidInvoiceParams", "Invoice"),
  row("POST", "/v1/invoices/{}/pay", "InvoicePayParams", "Invoice"),
  row("POST", "/v1/payment_intents", "PaymentIntentCreateParams", "PaymentIntent"),
  row("GET", "/v1/payment_intents", "PaymentIntentListParams", list("Stripe.PaymentIntent")),
  row("GET", "/v1/payment_intents/{}", "PaymentIntentRetrieveParams", "PaymentIntent"),
  row("POST", "/v1/payment_intents/{}", "PaymentIntentUpdateParams", "PaymentIntent"),
  row("POST", "/v1/payment_intents/{}/confirm", "PaymentIntentConfirmParams", "PaymentIntent"),
  row("POST", "/v1/payment_intents/{}/cancel", "PaymentIntentCancelParams", "PaymentIntent"),
  row("POST", "/v1/payment_methods", "PaymentMethodCreateParams", "PaymentMethod"),
  row("GET", "/v1/payment_methods", "PaymentMethodListParams", list("Stripe.PaymentMethod")),
  row("POST", "/v1/payment_methods/{}/attach", "PaymentMethodAttachParams", "PaymentMethod"),
  row("POST", "/v1/payment_methods/{}/detach", "PaymentMethodDetachParams", "PaymentMethod"),
  row("POST", "/v1/payouts", "PayoutCreateParams", "Payout"),
  row("GET", "/v1/payouts/{}", "PayoutRetrieveParams", "Payout"),
  row("POST", "/v1/payouts/{}/cancel", "PayoutCancelParams", "Payout"),
  row("GET", "/v1/prices", "PriceListParams", list("Stripe.Price")),
  row("POST", "/v1/prices", "PriceCreateParams", "Price"),
  row("POST", "/v1/products", "ProductCreateParams", "Product"),
  row("POST", "/v1/refunds", "RefundCreateParams", "Refund"),
  row("GET", "/v1/refunds", "RefundListParams", list("Stripe.Refund")),
  row("POST", "/v1/setup_intents", "SetupIntentCreateParams", "SetupIntent"),
  row("GET", "/v1/setup_intents/{}", "SetupIntentRetrieveParams", "SetupIntent"),
  row("POST", "/v1/subscriptions", "SubscriptionCreateParams", "Subscription"),
  row("GET", "/v1/subscriptions", "SubscriptionListParams", list("Stripe.Subscription")),
  row("GET", "/v1/subscriptions/{}", "SubscriptionRetrieveParams", "Subscription"),
  row("POST", "/v1/subscriptions/{}", "SubscriptionUpdateParams", "Subscription"),
  row("DELETE", "/v1/subscriptions/{}", "SubscriptionCancelParams", "Subscription"),
  row("POST", "/v1/tax/calculations", "Tax.CalculationCreateParams", "Tax.Calculation"),
  row("GET", "/v1/tax/registrations", "Tax.RegistrationListParams", list("Stripe.Tax.Registration")),
  row("POST", "/v1/tax/registrations", "Tax.RegistrationCreateParams", "Tax.Registration"),
  row(
    "POST",
    "/v1/tax/transactions/create_from_calculation",
    "Tax.TransactionCreateFromCalculationParams",
    "Tax.Transaction",
  ),
  row(
    "POST",
    "/v1/tax/transactions/create_reversal",
    "Tax.TransactionCreateReversalParams",
    "Tax.Transaction",
  ),
  row("POST", "/v1/tokens", "TokenCreateParams", "Token"),
  row("POST", "/v1/transfers", "TransferCreateParams", "Transfer"),
  row("GET", "/v1/transfers", "TransferListParams", list("Stripe.Transfer")),
  row("POST", "/v1/transfers/{}/reversals", "TransferCreateReversalParams", "TransferReversal"),
  row("POST", "/v1/webhook_endpoints", "WebhookEndpointCreateParams", "WebhookEndpoint"),
]

/** Returns the endpoint of a request, where ids match the table's `{}`, or null. */
export function endpointOf(method: string, path: string): Endpoint | null {
  const parts = path.split("/")
  const fits = (endpoint: Endpoint) => {
    const pattern = endpoint.path.split("/")
    return pattern.length === parts.length && pattern.every((part, at) => part === "{}" || part === parts[at])
  }
  const found = ENDPOINTS.filter((endpoint) => endpoint.method === method && fits(endpoint))
  return found.sort((a, b) => a.path.split("{}").length - b.path.split("{}").length)[0] ?? null
}
