import { beginPayment } from "#core/checkout/begin-payment.server.ts"
import type { CustomerContext } from "#core/context.ts"
import type { Ports } from "#core/ports/index.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { openDatabase } from "#db/client.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripePayments } from "#server/adapters/stripe/stripe-payments.ts"
import { BILLING } from "#tests/support/billing.ts"

const [url = "", sandbox = "", userId = ""] = process.argv.slice(2)
const { db } = openDatabase({ connectionString: url, max: 1, applicationName: "killed", onError: () => {} })
const stripe = stripeClient({ secretKey: "sk_test_sandbox", apiUrl: sandbox })
const ctx: CustomerContext = {
  actor: { role: "customer", userId },
  db,
  ports: {
    payments: stripePayments(stripe, [], { publishableKey: "", localScript: null }),
  } as unknown as Ports,
  now: () => new Date(),
  rates: DEFAULT_RATES,
}
const { paymentId } = await beginPayment(ctx, BILLING)
await stripe.paymentIntents.confirm(paymentId, { payment_method: "pm_card_visa" })
process.kill(process.pid, "SIGKILL")
