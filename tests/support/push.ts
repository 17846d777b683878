import type { PersonActor } from "#core/context.ts"
import type { Push } from "#core/ports/push.ts"
import type { PushMessage } from "#core/push/push-message.ts"
import type { Database } from "#db/client.ts"
import { pushSubscriptions } from "#db/schema/index.ts"

type Outcome = "sent" | "gone" | "rejected" | Error

/** A fake push service with results set by the test. It records the messages by their endpoint. */
export function aPushService() {
  const sent: {
    endpoint: string
    message: PushMessage
    ttlSeconds: number
    urgency: string
    topic: string
  }[] = []
  const outcomes = new Map<string, Outcome>()
  const port: Push = {
    publicKey: "key",
    accepts: (endpoint) => endpoint.startsWith("https://push.test/"),
    async send({ endpoint }, { payload, ...rest }) {
      const outcome = outcomes.get(endpoint) ?? "sent"
      if (outcome instanceof Error) throw outcome
      if (outcome === "sent") sent.push({ endpoint, message: JSON.parse(payload) as PushMessage, ...rest })
      return outcome
    },
  }
  return {
    port,
    sent,
    /** Sets the result of messages to this endpoint from now on. */
    answers: (endpoint: string, outcome: Outcome) => outcomes.set(endpoint, outcome),
    /** Returns the titles sent to these devices since the last call. */
    takeTitles(...devices: { endpoint: string }[]) {
      const own = sent.filter(({ endpoint }) => devices.some((device) => device.endpoint === endpoint))
      sent.length = 0
      return own.map(({ message }) => message.title)
    },
  }
}

/** A device that gets push messages although its session no longer exists. */
export async function aDevice(db: Database, { userId, role }: PersonActor) {
  const id = crypto.randomUUID()
  const [row] = await db
    .insert(pushSubscriptions)
    .values({
      userId,
      role,
      deviceId: id,
      userAgent: "Mozilla/5.0 (iPhone) Safari/1",
      endpoint: `https://push.test/${id}`,
      p256dh: "A",
      auth: "A",
      seenAt: new Date(),
    })
    .returning()
  return row!
}
