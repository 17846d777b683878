import type { Publication, RoomAddress, RoomsPort } from "#core/ports/rooms.ts"
import { signCall } from "#party/server-call.ts"
import { mintTicket } from "#party/ticket.ts"
import { CircuitBreaker } from "../resilience.ts"
import { nativeSigning } from "./native-signing.ts"
import { roomShards, shardOf } from "./shards.ts"
import { together } from "./together.ts"

const TIMEOUT_MS = 5_000
/** A process that hangs holds up nobody's news but its own: it is asked once a second. */
const BREAKER = { provider: "Live rooms", failures: 5, openMs: 1_000 }

/** Of what is published in one go, so much in one call. */
const MOST_TOGETHER = 50
/** A host that knows no such call is told room by room for so long: the next version of it may. */
const ASKED_AGAIN_MS = 60_000
const TOLD = { status: "fulfilled", value: undefined } as const

type RoomMail = RoomAddress & Publication

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
    const authorization = await signCall(secret, { method, path, body }, nativeSigning)
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

  async function tellOne(host: string, { party, room, ...message }: RoomMail): Promise<void> {
    const answer = await call(host, "POST", `/parties/${party}/${room}`, JSON.stringify(message))
    if (!answer.ok) throw new Error(`${party}/${room} answered ${answer.status} to ${message.type}`)
    // Anything else on the way can say 200, too: only a room gives the message its number.
    const told = (await answer.json().catch(() => null)) as { seq?: unknown } | null
    if (typeof told?.seq !== "number") throw new Error(`${party}/${room} answered with something else`)
  }

  /** Each by itself where the host does not take them in one call: PartyKit, or one of them is not to its liking. */
  async function tellAll(host: string, mail: readonly RoomMail[]): Promise<PromiseSettledResult<void>[]> {
    const [first] = mail
    if (first && mail.length === 1) return tellOne(host, first).then(() => [TOLD])
    const apart = () => Promise.allSettled(mail.map((one) => tellOne(host, one)))
    if ((asksApart.get(host) ?? 0) > Date.now()) return apart()
    const answer = await call(host, "POST", "/parties", JSON.stringify(mail))
    if (answer.status === 404) asksApart.set(host, Date.now() + ASKED_AGAIN_MS)
    if (answer.status >= 400 && answer.status < 500) return apart()
    const told = (await answer.json().catch(() => null)) as { told?: unknown } | null
    if (told?.told !== mail.length) throw new Error(`${host} answered ${answer.status} with something else`)
    return mail.map(() => TOLD)
  }

  const asksApart = new Map<string, number>()
  const posts = new Map(
    [...breakers].map(([host, breaker]) => [
      host,
      together<RoomMail>(MOST_TOGETHER, (mail) => breaker.run(() => tellAll(host, mail))),
    ]),
  )

  return {
    async publish(message) {
      await posts.get(hostOf(message).inside)?.(message)
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
