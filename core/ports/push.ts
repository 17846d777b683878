/** Where a browser takes messages: its push service's address for it, and its keys, in base64url. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export type PushEnvelope = {
  /** What the service worker reads (core/push/push-message.ts). The push service cannot. */
  readonly payload: string
  /** How long the push service may keep it for a device that is off. */
  readonly ttlSeconds: number
  /** Whether a device that saves its battery is to wake up. */
  readonly urgency: "normal" | "high"
  /** A newer message of the same topic replaces one that still waits: at most 32 letters, digits, - and _. */
  readonly topic: string
}

export interface Push {
  /** The key by which browsers know whose messages they take; null where push is not configured. */
  readonly publicKey: string | null
  /** Whether messages may be sent to this address at all: one of a known push service. */
  accepts(endpoint: string): boolean
  /**
   * Sends one message. `gone`: the browser no longer takes any. `rejected`: trying again would not help.
   * @throws what may be tried again: the push service is down, or has too much to do.
   */
  send(target: PushTarget, envelope: PushEnvelope): Promise<"sent" | "gone" | "rejected">
}
