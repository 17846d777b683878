import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { createServer as createVite } from "vite"
import { ANONYMOUS, type LayoutData, NO_LAYOUT_DATA, type Session } from "#app/context.ts"

/** The script rules of the policy in server/http/security-headers.ts, so that these tests are subject to them too. */
const policy = (nonce: string) => `script-src 'self' 'nonce-${nonce}'; object-src 'none'; base-uri 'self'`

/**
 * Serves pages without a database, in development mode, where React reports every hydration mismatch. The cookie
 * `test-session` holds the session as JSON; `test-badges` is the response of /api/v1/badges.
 */
export async function startPageServer() {
  const server = createServer()
  const vite = await createVite({
    // The page's Vite client needs its socket; without one every page logs an error.
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
    logLevel: "error",
    optimizeDeps: { entries: ["app/**/*.tsx"] },
  })
  server.on("request", (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const nonce = crypto.randomUUID()
        if (request.url === "/api/v1/badges") {
          response.setHeader("Content-Type", "application/json")
          return response.end(cookie(request, "test-badges") ?? "{}")
        }
        const { answer } = (await vite.ssrLoadModule(
          "/tests/support/page-entry.ts",
        )) as typeof import("./page-entry.ts")
        const session = JSON.parse(cookie(request, "test-session") ?? "{}") as Partial<Session & LayoutData>
        const page = await answer(
          await toRequest(request),
          { ...ANONYMOUS, ...NO_LAYOUT_DATA, ...session },
          nonce,
        )
        response.writeHead(page.status, {
          ...Object.fromEntries(page.headers),
          ...(page.headers.has("set-cookie") ? { "set-cookie": page.headers.getSetCookie() } : {}),
          "content-security-policy": policy(nonce),
        })
        response.end(Buffer.from(await page.arrayBuffer()))
      } catch (error) {
        console.error(error)
        response.writeHead(500).end(String(error))
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await vite.close()
    },
  }
}

function cookie(request: IncomingMessage, name: string): string | undefined {
  const found = request.headers.cookie?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]+)`))?.[1]
  return found && decodeURIComponent(found)
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const headers = new Headers(request.headers as Record<string, string>)
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method,
    headers,
    body,
  })
}
