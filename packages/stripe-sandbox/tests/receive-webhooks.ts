import Stripe from "stripe"
import { WEBHOOK_SECRET } from "./start-sandbox.ts"

export interface Receiver {
  url: string
  events: Stripe.Event[]
  /** The status that the endpoint returns. Tests set it to 500 to see retries. */
  status: number
  /** Resolves with the first event that matches, whether already received or received later. */
  wait: (fits: (event: Stripe.Event) => boolean) => Promise<Stripe.Event>
  stop: () => void
}

/** A webhook endpoint that checks every signature with the SDK and records the events. */
export function receiveWebhooks(secret = WEBHOOK_SECRET): Receiver {
  const stripe = new Stripe("sk_test_unused")
  const waiting = new Set<() => void>()
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const signature = request.headers.get("stripe-signature") ?? ""
      const event = await stripe.webhooks.constructEventAsync(await request.text(), signature, secret)
      if (receiver.status < 300) receiver.events.push(event)
      for (const check of waiting) check()
      return new Response(null, { status: receiver.status })
    },
  })
  const receiver: Receiver = {
    url: `http://127.0.0.1:${server.port}/webhooks/stripe`,
    events: [],
    status: 200,
    wait: (fits) =>
      new Promise((resolve) => {
        const check = () => {
          const found = receiver.events.find(fits)
          if (!found) return
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    stop: () => void server.stop(true),
  }
  return receiver
}
