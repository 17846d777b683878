import type { SystemContext } from "#core/context.ts"
import { sendPayout } from "#core/payouts/send-payout.server.ts"
import type { Ports } from "#core/ports/index.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { openDatabase } from "#db/client.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"

/** A worker that dies in the middle of its job: the provider has sent the money, but the row does not record it yet. */
const [url = "", sandbox = "", payoutId = ""] = process.argv.slice(2)
const { db } = openDatabase({ connectionString: url, max: 1, applicationName: "killed", onError: () => {} })
const accounts = stripeAccounts(stripeClient({ secretKey: "sk_test_sandbox", apiUrl: sandbox }))
const ctx: SystemContext = {
  actor: { role: "system" },
  db,
  ports: {
    connectedAccounts: {
      ...accounts,
      payOut: async (payout: Parameters<typeof accounts.payOut>[0]) => {
        await accounts.payOut(payout)
        process.kill(process.pid, "SIGKILL")
      },
    },
  } as unknown as Ports,
  now: () => new Date(),
  rates: DEFAULT_RATES,
}
await sendPayout(ctx, { payoutId })
