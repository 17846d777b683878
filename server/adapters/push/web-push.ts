import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import webpush from "web-push"
import type { Push, PushEnvelope, PushTarget } from "#core/ports/push.ts"
import { browserKeys } from "#core/push/browser-keys.server.ts"
import { ProviderError } from "#server/adapters/resilience.ts"
import { isPrivateAddress } from "./private-addresses.ts"

type Options = {
  publicKey: string
  privateKey: string
  /** Whom push services contact when something is wrong: `mailto:…`. */
  contact: string
  /** Allowed hosts; a leading `*` stands for one or more labels. */
  services: readonly string[]
  /** The URL prefix of the demo's own push service. It is this server, so none of the rules apply. */
  ownService?: string
  /** Resolves a host name to its IP addresses. */
  resolve?: (host: string) => Promise<string[]>
}

const TIMEOUT_MS = 10_000
const PROVIDER = "push service"

/** Sends Web Push messages through the push services of the browsers' makers. */
export function webPush({ ownService, resolve = addressesOf, ...options }: Options): Push {
  // Normalized like the request's URL: `..` in any spelling would lead out of the path.
  const own = ownService && new URL(ownService).href
  const isOwn = (endpoint: string) =>
    own !== undefined && URL.canParse(endpoint) && new URL(endpoint).href.startsWith(own)
  const accepts = (endpoint: string) => isOwn(endpoint) || isOfService(endpoint, options.services)
  return {
    publicKey: options.publicKey,
    accepts,
    async send(target, envelope) {
      // The list of services may have changed since the device was registered.
      if (!accepts(target.endpoint)) return "gone"
      // No message can ever be encrypted with such keys.
      if (!browserKeys.safeParse(target).success) return "gone"
      if (!isOwn(target.endpoint) && (await isInside(target.endpoint, resolve))) return "rejected"
      return outcomeOf(await post(target, envelope, options))
    },
  }
}

function isOfService(endpoint: string, services: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== "https:" || port || username || password || isIP(hostname.replace(/[[\]]/g, "")))
    return false
  if (!hostname.split(".").every(Boolean)) return false
  return services.some((service) =>
    service.startsWith("*.") ? hostname.endsWith(service.slice(1)) : hostname === service,
  )
}

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Whether a host of the list resolves to our own network, by mistake or through a hijacked name server. The name may
 * resolve differently for the request a moment later; that is not checked, since the request uses TLS and no machine
 * inside has a certificate for the name.
 */
async function isInside(endpoint: string, resolve: (host: string) => Promise<string[]>): Promise<boolean> {
  const addresses = await resolve(new URL(endpoint).hostname).catch(() => {
    throw new ProviderError(PROVIDER, "has no address", true)
  })
  return addresses.some(isPrivateAddress)
}

async function post(
  { endpoint, p256dh, auth }: PushTarget,
  envelope: PushEnvelope,
  { contact, publicKey, privateKey }: Options,
): Promise<number> {
  const { method, headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    envelope.payload,
    {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: envelope.ttlSeconds,
      urgency: envelope.urgency,
      topic: envelope.topic,
    },
  )
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const answer = await fetch(endpoint, {
    method,
    headers: sent,
    body: new Uint8Array(body),
    // Redirects are not followed, so nothing is sent to their target.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const isTimeout = error instanceof Error && error.name === "TimeoutError"
    throw new ProviderError(PROVIDER, isTimeout ? "timed out" : "cannot be reached", true)
  })
  await answer.body?.cancel().catch(() => undefined)
  return answer.status
}

function outcomeOf(status: number): "sent" | "gone" | "rejected" {
  if (status >= 200 && status < 300) return "sent"
  if (status === 404 || status === 410) return "gone"
  if (status === 429 || status >= 500) throw new ProviderError(PROVIDER, `answered ${status}`, true)
  return "rejected"
}
