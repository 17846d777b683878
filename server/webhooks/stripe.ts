import { Hono } from "hono"
import type { SystemContext } from "#core/context.ts"
import { receiveEvent } from "#core/payments/receive-event.server.ts"

/** Larger than any event of Stripe's; nothing bigger is read into memory. */
const MAX_BODY_BYTES = 1_000_000

/**
 * Stripe's webhooks: checks the signature over the raw body, stores the event and responds immediately; a job does the
 * rest. A request without Stripe's signature is rejected and leaves no trace. Any other error is ours, and Stripe sends
 * the event again.
 */
export function stripeWebhooks(context: () => SystemContext): Hono {
  const app = new Hono()
  app.post("/webhooks/stripe", async (c) => {
    const signature = c.req.header("stripe-signature")
    if (!signature || Number(c.req.header("content-length") ?? 0) > MAX_BODY_BYTES)
      return c.text("Refused", 400)
    const ctx = context()
    const event = await ctx.ports.payments.readWebhook(await c.req.text(), signature)
    if (event === "rejected") return c.text("Refused", 400)
    if (event !== "of the other mode") await receiveEvent(ctx, event)
    return c.json({ received: true })
  })
  return app
}
