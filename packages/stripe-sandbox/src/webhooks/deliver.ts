import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"
import { ENVIRONMENT_ENDPOINT } from "./schedule-deliveries.ts"
import { sign } from "./sign.ts"

export interface Delivery {
  id: number
  event: string
  endpoint: string
  due_ms: number
  attempts: number
  state: "pending" | "sent" | "dropped"
  last_status: number | null
  last_error: string | null
}

const AT_ONCE = 16
const TIMEOUT_MS = 10_000

/**
 * Sends due webhooks until an endpoint returns 2xx, with a longer delay after each failure. The queue is in the file,
 * so a restarted process continues it.
 */
export class Deliverer {
  private readonly flying = new Set<number>()
  private timer: ReturnType<typeof setTimeout> | null = null

  /** `post` sends over the network, unless the endpoint is in this process. */
  constructor(
    private readonly world: World,
    private readonly post: (url: string, init: RequestInit) => Promise<Response> = fetch,
  ) {}

  /** Sends what is due and sets a timer for the rest. Cheap enough to call after every request. */
  pump(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const { paused, shuffle } = this.world.config.webhooks
    if (paused) return
    const room = (shuffle ? AT_ONCE : 1) - this.flying.size
    if (room <= 0) return
    const now = Date.now()
    for (const delivery of this.next(this.flying.size + room)) {
      if (this.flying.has(delivery.id)) continue
      if (delivery.due_ms > now) {
        this.timer = setTimeout(() => this.pump(), Math.min(delivery.due_ms - now, 60_000))
        return
      }
      this.flying.add(delivery.id)
      void this.send(delivery).finally(() => {
        this.flying.delete(delivery.id)
        this.pump()
      })
      if (this.flying.size >= (shuffle ? AT_ONCE : 1)) return
    }
  }

  /** Makes every delivery due now, even when paused, and waits until each has been tried once. */
  async flush(): Promise<{ sent: number; failed: number }> {
    const waiting = this.all("pending")
    let sent = 0
    for (const delivery of waiting) {
      if (this.flying.has(delivery.id)) continue
      if (await this.send(delivery)) sent += 1
    }
    return { sent, failed: waiting.length - sent }
  }

  all(state?: string): Delivery[] {
    return this.world.store.db
      .query<Delivery, [string | null]>(
        "select * from deliveries where state = coalesce(?1, state) order by id",
      )
      .all(state ?? null)
  }

  private next(limit: number): Delivery[] {
    const order = this.world.config.webhooks.shuffle ? "due_ms, id" : "id"
    return this.world.store.db
      .query<Delivery, [number]>(`select * from deliveries where state = 'pending' order by ${order} limit ?`)
      .all(limit)
  }

  /** Tries one delivery now. Returns whether its endpoint accepted it. */
  async send(delivery: Delivery): Promise<boolean> {
    const event = this.world.store.find("event", delivery.event)
    const target = this.target(delivery.endpoint)
    if (!event || !target) {
      this.record(delivery, "dropped", null, "its endpoint is gone")
      return false
    }
    const body = JSON.stringify(event)
    try {
      const response = await this.post(target.url, {
        method: "POST",
        body,
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": sign(body, target.secret, Math.floor(Date.now() / 1000)),
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: "manual",
      })
      await response.arrayBuffer()
      this.record(delivery, response.ok ? "sent" : "pending", response.status, null)
      return response.ok
    } catch (error) {
      this.record(delivery, "pending", null, error instanceof Error ? error.message : String(error))
      return false
    }
  }

  private target(endpoint: string): { url: string; secret: string } | null {
    if (endpoint === ENVIRONMENT_ENDPOINT) {
      const { webhookUrl, webhookSecret } = this.world.settings
      return webhookUrl && webhookSecret ? { url: webhookUrl, secret: webhookSecret } : null
    }
    const found = this.world.store.find("webhook_endpoint", endpoint, PLATFORM)
    const { secret } = this.world.store.hidden<{ secret: string }>(endpoint)
    return found && secret ? { url: found.url, secret } : null
  }

  private record(
    delivery: Delivery,
    state: Delivery["state"],
    status: number | null,
    error: string | null,
  ): void {
    const { retryBaseMs, retryMaxMs } = this.world.config.webhooks
    const wait = Math.min(retryBaseMs * 2 ** Math.min(delivery.attempts, 16), retryMaxMs)
    this.world.store.db
      .query(
        `update deliveries set state = ?, attempts = attempts + 1, last_status = ?, last_error = ?, due_ms = ?
         where id = ? and state = 'pending'`,
      )
      .run(state, status, error, Date.now() + wait, delivery.id)
  }
}
