import { z } from "zod"
import { ask, type Endpoints, type Finding, off, type ReadableSettings, works, wrong } from "./finding.ts"

const SERVICE = "Stripe"
const answer = z.union([
  z.object({ object: z.literal("balance"), livemode: z.boolean() }),
  z.object({ error: z.object({ type: z.string() }) }),
])

/** Reads the balance, which any secret key may do. */
export async function checkStripe(settings: ReadableSettings, { stripe }: Endpoints): Promise<Finding> {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_URL: sandbox } = settings
  if (!key) return off(SERVICE, "not configured: npm start brings its own sandbox (STRIPE_SECRET_KEY).")
  const url = new URL("/v1/balance", stripe ?? sandbox ?? "https://api.stripe.com")
  const init = { headers: { authorization: `Bearer ${key}` } }
  return ask(SERVICE, { url, init, schema: answer, alsoReads: [400, 401, 403] }, (found) => {
    if ("error" in found)
      return wrong(
        SERVICE,
        "rejects STRIPE_SECRET_KEY.",
        "Copy it again from https://dashboard.stripe.com/apikeys; a restricted key must be allowed to read the balance.",
      )
    const mode = found.livemode ? "live" : "test"
    return works(SERVICE, `answers, in ${mode} mode${sandbox ? ": it is our own sandbox" : ""}.`)
  })
}
