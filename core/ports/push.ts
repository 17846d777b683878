/** A browser's push subscription: its push service's URL, and its keys in base64url. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export type PushEnvelope = {
  /** The message for the service worker (core/push/push-message.ts). The push service cannot read it. */
  readonly payload: string
  /** How long the push service may store the message for a device that is offline. */
  readonly ttlSeconds: number
  /** "high" wakes a device that is saving battery. */
  readonly urgency: "normal" | "high"
  /** A newer message replaces an undelivered one of the same topic. At most 32 letters, digits, - and _. */
  readonly topic: string
}

export interface Push {
  /** The public VAPID key with which browsers subscribe; null if push is not configured. */
  readonly publicKey: string | null
  /** Whether the endpoint belongs to a known push service, so that messages may be sent to it. */
  accepts(endpoint: string): boolean
  /**
   * Sends one message. `gone`: the browser no longer accepts messages. `rejected`: a retry would not help.
   * @throws errors that may be retried: the push service is down or overloaded.
   */
  send(target: PushTarget, envelope: PushEnvelope): Promise<"sent" | "gone" | "rejected">
}
