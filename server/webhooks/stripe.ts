import { Hono } from "hono"
import type { SystemContext } from "#core/context.ts"
import { DomainError, type ErrorCode } from "#core/errors.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"

/** Larger than any event of Stripe's; nothing bigger is read into memory. */
const MAX_BODY_BYTES = 1_000_000

/** Not signed by Stripe, or no event. Anything else is ours, and Stripe sends it again. */
const REJECTED = new Set<ErrorCode>(["not_allowed", "invalid"])

/**
 * Stripe's webhooks: the signature is checked over the raw body, the event noted, and answered at once; a job does
 * the rest. What is not signed by Stripe is rejected and leaves no trace.
 */
export function stripeWebhooks(context: () => SystemContext): Hono {
  const app = new Hono()
  app.post("/webhooks/stripe", async (c) => {
    const signature = c.req.header("stripe-signature")
    if (!signature || Number(c.req.header("content-length") ?? 0) > MAX_BODY_BYTES)
      return c.text("Refused", 400)
    const ctx = context()
    try {
      const event = await ctx.ports.payments.readWebhook(await c.req.text(), signature)
      if (event) await receiveEvent(ctx, event)
    } catch (error) {
      if (error instanceof DomainError && REJECTED.has(error.code)) return c.text("Refused", 400)
      throw error
    }
    return c.json({ received: true })
  })
  return app
}
