import type { RoomsPort } from "#core/ports/rooms.ts"
import { signCall } from "#party/server-call.ts"
import { mintTicket } from "#party/ticket.ts"

const TIMEOUT_MS = 5_000

/**
 * Rooms in a process of their own, on PartyKit or on Cloudflare. `partyHost` is what the server calls
 * (`http://party:1999`), `publicHost` what browsers can reach, when that is another name.
 */
export function remoteRooms(options: { secret: string; partyHost: string; publicHost?: string }): RoomsPort {
  const { secret } = options
  const base = baseUrl(options.partyHost)
  const host = options.publicHost ?? options.partyHost

  async function call(method: string, path: string, body = ""): Promise<Response> {
    const authorization = await signCall(secret, method, path, body)
    return fetch(`${base}${path}`, {
      method,
      headers: { authorization },
      body: method === "POST" ? body : undefined,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  }

  return {
    async publish({ party, room, ...message }) {
      const answer = await call("POST", `/parties/${party}/${room}`, JSON.stringify(message))
      if (!answer.ok) throw new Error(`${party}/${room} answered ${answer.status} to ${message.type}`)
    },
    mintTicket: async (request) => ({ ...(await mintTicket(secret, request)), host }),
    async countSockets() {
      const answer = await call("GET", "/parties")
      return answer.ok ? ((await answer.json()) as { sockets: number }).sockets : undefined
    },
  }
}

/** A bare name is a public one, over TLS; write `http://party:1999` for a neighbour without it. */
function baseUrl(host: string): string {
  return (host.includes("://") ? host : `https://${host}`).replace(/\/$/, "")
}
