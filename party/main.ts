import type * as Party from "partykit/server"

/** PartyKit wants a main party: it answers for everything that is no room. */
export default class NoRoom implements Party.Server {
  static onFetch(request: { url: string }): Response {
    return new URL(request.url).pathname === "/health"
      ? Response.json({ status: "ok" })
      : new Response("no such room", { status: 404 })
  }

  onRequest(): Response {
    return new Response("no such room", { status: 404 })
  }
}

NoRoom satisfies Party.Worker
