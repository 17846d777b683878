import type { RoomAddress, RoomsPort } from "#core/ports/rooms.ts"
import { signCall } from "#party/server-call.ts"
import { mintTicket } from "#party/ticket.ts"
import { CircuitBreaker } from "../resilience.ts"
import { roomShards, shardOf } from "./shards.ts"

const TIMEOUT_MS = 5_000
/** A process that hangs holds up nobody's news but its own: it is asked once a second. */
const BREAKER = { provider: "Live rooms", failures: 5, openMs: 1_000 }

/**
 * Rooms in processes of their own, on PartyKit or on Cloudflare. `partyHost` is what the server calls
 * (`http://party:1999`, or several with commas between them: each holds the rooms that fall to it by their names),
 * `publicHost` what browsers can reach, when those are other names.
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
  const hostOf = (address: RoomAddress) => shardOf(shards, address)

  async function call(host: string, method: string, path: string, body = ""): Promise<Response> {
    const authorization = await signCall(secret, method, path, body)
    return fetch(`${baseUrl(host)}${path}`, {
      method,
      headers: { authorization },
      body: method === "POST" ? body : undefined,
      signal: AbortSignal.timeout(timeoutMs),
    })
  }

  async function socketsOn(host: string): Promise<number | undefined> {
    const answer = await call(host, "GET", "/parties")
    return answer.ok ? ((await answer.json()) as { sockets: number }).sockets : undefined
  }

  return {
    async publish({ party, room, ...message }) {
      const { inside } = hostOf({ party, room })
      const tell = async () => {
        const answer = await call(inside, "POST", `/parties/${party}/${room}`, JSON.stringify(message))
        if (!answer.ok) throw new Error(`${party}/${room} answered ${answer.status} to ${message.type}`)
        // Anything else on the way can say 200, too: only a room gives the message its number.
        const told = (await answer.json().catch(() => null)) as { seq?: unknown } | null
        if (typeof told?.seq !== "number") throw new Error(`${party}/${room} answered with something else`)
      }
      await breakers.get(inside)?.run(tell)
    },
    mintTicket: async (request) => ({
      ...(await mintTicket(secret, request)),
      host: hostOf(request).outside,
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

/** A bare name is a public one, over TLS; write `http://party:1999` for a neighbour without it. */
function baseUrl(host: string): string {
  return (host.includes("://") ? host : `https://${host}`).replace(/\/$/, "")
}
