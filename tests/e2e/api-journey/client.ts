import { ListSocket } from "./socket.ts"

/** Everything below is HTTP and WebSocket: what an integrator's own program would do, in any language. */

type Body = Record<string, unknown> | FormData
export type Client = {
  get<A>(path: string): Promise<A>
  post<A>(path: string, body?: Body): Promise<A>
  put<A>(path: string, body?: Body): Promise<A>
  delete<A>(path: string): Promise<A>
  /** One of the two sockets; `say` is sent on open. */
  listen<Item>(path: string, say?: string): ListSocket<Item>
}

/** One person's program: it keeps the session's cookies, and gives every POST a key of its own. */
export function createClient(url: string): Client {
  const cookies = new Map<string, string>()
  const sent = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  async function call<A>(method: string, path: string, body?: Body): Promise<A> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Cookie: sent(),
        // Sent again after a lost answer, the same key gets the same answer, and nothing is done twice.
        ...(method === "POST" ? { "Idempotency-Key": crypto.randomUUID() } : {}),
        ...(body && !isForm ? { "Content-Type": "application/json" } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    const told = (await answer.json()) as A
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(told)}`)
    return told
  }
  return {
    get: (path) => call("GET", path),
    post: (path, body) => call("POST", path, body),
    put: (path, body) => call("PUT", path, body),
    delete: (path) => call("DELETE", path),
    listen: (path, say) => new ListSocket(`${url}/api/v1${path}`, sent, say),
  }
}

/** The card provider as a browser talks to it: with the publishable key, and never through Pushcart's API. */
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

/** Asks again until the answer is there, where no socket tells. */
export async function until<A>(what: string, ask: () => Promise<A | undefined | null | false>): Promise<A> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await ask()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The token in the link of the letter that confirms an e-mail, from the demo's mailbox. */
export async function confirmationToken(url: string, email: string): Promise<string> {
  const link = await until(`the letter to ${email}`, async () => {
    const answer = await fetch(`${url}/dev/mailbox.json`)
    const letters = (await answer.json()) as { to: string; links: string[] }[]
    const links = letters.filter(({ to }) => to.includes(email)).flatMap((letter) => letter.links)
    return links.find((link) => link.includes("email-confirmed"))
  })
  return new URL(link).searchParams.get("id") ?? ""
}

export function formOf(fields: Record<string, string | File | readonly File[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one as string)
  return form
}
