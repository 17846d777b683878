import { Hono } from "hono"
import { balanceRoutes } from "./balance/balance.ts"
import { balanceSettingsRoutes } from "./balance/balance-settings.ts"
import { payoutRoutes } from "./balance/payouts.ts"
import { transferRoutes } from "./balance/transfers.ts"
import { invoiceRoutes } from "./billing/invoices.ts"
import { priceRoutes } from "./billing/prices.ts"
import { subscriptionRoutes } from "./billing/subscriptions.ts"
import { challengePageRoutes } from "./browser/challenge-page.ts"
import { browserScriptRoutes } from "./browser/serve-script.ts"
import { paymentMethodRoutes } from "./cards/payment-methods.ts"
import { tokenRoutes } from "./cards/tokens.ts"
import { hostedPageRoutes } from "./checkout/hosted-page.ts"
import { sessionRoutes } from "./checkout/sessions.ts"
import { accountRoutes } from "./connect/accounts.ts"
import { externalAccountRoutes } from "./connect/external-accounts.ts"
import { fileRoutes } from "./connect/files.ts"
import { personRoutes } from "./connect/persons.ts"
import { controlRoutes } from "./control/control.ts"
import { disputeRoutes } from "./disputes/disputes.ts"
import { Api } from "./http/api.ts"
import { chargeRoutes } from "./payments/charges.ts"
import { customerRoutes } from "./payments/customers.ts"
import { paymentIntentRoutes } from "./payments/payment-intents.ts"
import { refundRoutes } from "./payments/refunds.ts"
import { setupIntentRoutes } from "./payments/setup-intents.ts"
import { calculationRoutes } from "./tax/calculations.ts"
import { taxTransactionRoutes } from "./tax/transactions.ts"
import type { Deliverer } from "./webhooks/deliver.ts"
import { eventRoutes } from "./webhooks/events.ts"
import { webhookEndpointRoutes } from "./webhooks/webhook-endpoints.ts"
import type { World } from "./world.ts"

const RESOURCES = [
  balanceSettingsRoutes,
  calculationRoutes,
  disputeRoutes,
  taxTransactionRoutes,
  accountRoutes,
  externalAccountRoutes,
  fileRoutes,
  personRoutes,
  payoutRoutes,
  transferRoutes,
  balanceRoutes,
  chargeRoutes,
  customerRoutes,
  eventRoutes,
  invoiceRoutes,
  priceRoutes,
  sessionRoutes,
  subscriptionRoutes,
  paymentIntentRoutes,
  paymentMethodRoutes,
  refundRoutes,
  setupIntentRoutes,
  tokenRoutes,
  webhookEndpointRoutes,
]

/** The Hono app that serves Stripe's API for one world. */
export function sandboxApp(world: World, deliverer: Deliverer): Hono {
  const hono = new Hono()
  const api = new Api(hono, world)
  for (const addRoutes of RESOURCES) addRoutes(api)
  browserScriptRoutes(hono)
  challengePageRoutes(hono, world)
  hostedPageRoutes(hono, world)
  controlRoutes(hono, world, deliverer)
  hono.notFound((context) => {
    const message = `Unrecognized request URL (${context.req.method}: ${context.req.path}). The sandbox does not speak this part of Stripe's API.`
    return context.json({ error: { type: "invalid_request_error", message } }, 404)
  })
  return hono
}
