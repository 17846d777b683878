export type ValhallaActor = { route(query: unknown): Promise<object> }

/** Valhalla's error codes: no path between the places, and no street near one of them. */
const NO_PATH = 442
const NO_STREET = 171

/** Serves Valhalla's `GET /route?json=…` on 127.0.0.1 only. */
export function serveRoads(actor: ValhallaActor, port: number): { url: string; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== "/route") return new Response("Only /route is here.", { status: 404 })
      const query = readJson(searchParams.get("json"))
      if (!query) return Response.json({ error: "json is missing", error_code: 100 }, { status: 400 })
      try {
        return Response.json(await actor.route(query))
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        const error_code = /no path/i.test(message) ? NO_PATH : NO_STREET
        return Response.json({ error: message, error_code }, { status: 400 })
      }
    },
  })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "")
  } catch {
    return null
  }
}
