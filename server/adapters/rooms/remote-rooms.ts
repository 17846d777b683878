import type { RoomsPort } from "#core/ports/rooms.ts"
import { signCall } from "#party/server-call.ts"
import { mintTicket } from "#party/ticket.ts"
import { CircuitBreaker } from "../resilience.ts"
import { roomShards, shardOf } from "./shards.ts"

const TIMEOUT_MS = 5_000
/** A process that hangs delays only its own messages: it is tried once a second. */
const BREAKER = { provider: "Live rooms", failures: 5, openMs: 1_000 }

/**
 * Rooms in separate processes, or on Cloudflare. `partyHost` is what the server calls (`http://party:1999`, or several
 * separated by commas: the room's name decides which one holds it), `publicHost` what browsers can reach, if those
 * names differ.
 */
export function remoteRooms(options: {
  secret: string
  partyHost: string
  publicHost?: string
  timeoutMs?: number
}): RoomsPort {
  const { secret, timeoutMs = TIMEOUT_MS } = options
  const shards = roomShards({ PARTY_HOST: options.partyHost, PARTY_PUBLIC_HOST: options.publicHost })
  const breakers = new Map(shards.map(({ inside }) => [inside, new CircuitBreaker(BREAKER)]))

  async function call(host: string, method: string, path: string, body = ""): Promise<Response> {
    const authorization = await signCall(secret, { method, path, body })
    return fetch(`${baseUrl(host)}${path}`, {
      method,
      headers: { authorization },
      body: method === "POST" ? body : undefined,
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  async function socketsOn(host: string): Promise<number | undefined> {
    const response = await call(host, "GET", "/parties")
    return response.ok ? ((await response.json()) as { sockets: number }).sockets : undefined
  }

  const publish: RoomsPort["publish"] = async ({ party, room, ...message }) => {
    const host = shardOf(shards, { party, room }).inside
    await breakers.get(host)?.run(async () => {
      const response = await call(host, "POST", `/parties/${party}/${room}`, JSON.stringify(message))
      if (!response.ok) throw new Error(`${party}/${room} answered ${response.status} to ${message.type}`)
      // Other servers in between can also return 200; only a room reports its sockets.
      const told = (await response.json().catch(() => null)) as { sockets?: unknown } | null
      if (typeof told?.sockets !== "number") throw new Error(`${party}/${room} answered with something else`)
    })
  }

  return {
    publish,
    mintTicket: async (request) => ({
      ...(await mintTicket(secret, request)),
      host: shardOf(shards, request).outside,
    }),
    async countSockets() {
      const counts = await Promise.all(shards.map(({ inside }) => socketsOn(inside)))
      return counts.reduce<number | undefined>(
        (sum, count) => (sum === undefined || count === undefined ? undefined : sum + count),
        0,
      )
    },
  }
}

/** A bare name is a public one, over TLS; write `http://party:1999` for an internal host without it. */
function baseUrl(host: string): string {
  return (host.includes("://") ? host : `https://${host}`).replace(/\/$/, "")
}
