import { type ApiClient, createApiClient } from "@pushcart/api-client"
import { ListSocket } from "./socket.ts"

/** Everything below is plain HTTP and WebSocket, as in an integrator's own program. */

export type Client = ApiClient & {
  /** Opens one of the two sockets; `say` is sent on open. */
  listen<Item>(path: string, say?: string): ListSocket<Item>
}

/** Lets a test inspect each response. */
export type Hear = (request: Request, response: Response) => Promise<void>

/** One person's API client: keeps the session's cookies and gives every POST its own idempotency key. */
export function createClient(url: string, hear?: Hear): Client {
  const cookies = new Map<string, string>()
  const sent = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  async function fetchAsPerson(request: Request): Promise<Response> {
    request.headers.set("Cookie", sent())
    // After a lost response the retry has the same key: it gets the same response, and nothing happens twice.
    if (request.method === "POST") request.headers.set("Idempotency-Key", crypto.randomUUID())
    const response = await fetch(request)
    await hear?.(request, response)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    return response
  }
  return {
    ...createApiClient(url, { fetch: fetchAsPerson }),
    listen: (path, say) => new ListSocket(`${url}/api/v1${path}`, sent, say),
  }
}

/** Calls the card provider as a browser does: with the publishable key, never through Pushcart's API. */
export function createCardProvider(url: string, publishableKey: string) {
  return async (path: string, fields: Record<string, string>): Promise<{ id: string; status?: string }> => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${publishableKey}` },
      body: new URLSearchParams(fields),
    })
    const told = (await answer.json()) as { id: string; status?: string }
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(told)}`)
    return told
  }
}

const PATIENCE_MS = 60_000
const POLL_MS = 250

/** Polls until there is a result, for changes that no socket reports. */
export async function until<A>(what: string, ask: () => Promise<A | undefined | null | false>): Promise<A> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The token of the link that confirms an email, from the demo's mailbox. */
export async function confirmationToken(url: string, email: string): Promise<string> {
  const link = await until(`the email to ${email}`, async () => {
    const answer = await fetch(`${url}/dev/mailbox.json`)
    const emails = (await answer.json()) as { to: string; links: string[] }[]
    const links = emails.filter(({ to }) => to.includes(email)).flatMap(({ links }) => links)
    return links.find((link) => link.includes("email-confirmed"))
  })
  return new URL(link).searchParams.get("id") ?? ""
}
