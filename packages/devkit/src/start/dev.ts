import { createServer, type ViteDevServer } from "vite"
import { log } from "../../../../core/log.server.ts"
import type { Served } from "../../../../server/app.ts"
import { onEndOfParent } from "../../../../server/cli/parent-process.ts"
import { freePort } from "../../../../server/cli/ports.ts"
import { readEnv } from "../../../../server/config/env.ts"

/** Vite sends this header if it has nothing for a request, which then goes to the app. */
const NOT_VITES = "x-not-vites"
/** Requests that only Vite can serve. */
const VITES = /^\/(@|app\/|core\/|node_modules\/|__)|[?&](import|t|v|url|raw|direct|html-proxy)\b/

/** Requests that Vite would treat as missing files. */
const OURS = /^\/api\//

/** npm run dev: one Bun process with Vite inside; a changed file is in the browser or the server immediately. */
async function develop(): Promise<void> {
  const env = readEnv()
  const vitePort = await freePort()
  const vite = await createServer({
    appType: "custom",
    server: {
      port: vitePort,
      strictPort: true,
      host: "127.0.0.1",
      hmr: { host: "127.0.0.1", port: vitePort },
    },
    plugins: [
      {
        name: "pushcart:leave-to-the-app",
        // Runs before React Router's own middleware, which would otherwise render what Vite does not have, bypassing
        // our server.
        enforce: "pre",
        configureServer: (server) => () => {
          server.middlewares.use((_request, response) => {
            response.statusCode = 404
            response.setHeader(NOT_VITES, "1")
            response.end()
          })
        },
      },
    ],
  })
  await vite.listen()
  const app = freshApp(vite)
  const server = Bun.serve({
    port: env.PORT,
    hostname: env.HOST,
    idleTimeout: 60,
    async fetch(request, server) {
      const url = new URL(request.url)
      if (
        request.method === "GET" &&
        !OURS.test(url.pathname) &&
        (VITES.test(url.pathname + url.search) || /\.\w+$/.test(url.pathname))
      ) {
        const answer = await fetch(`http://127.0.0.1:${vitePort}${url.pathname}${url.search}`, {
          headers: request.headers,
        })
        if (!answer.headers.has(NOT_VITES)) return answer
      }
      const served = await app.current()
      return served.fetch(request, server)
    },
    websocket: (await app.current()).websocket,
  })
  const stop = async () => {
    await server.stop(true)
    await app.stop()
    await vite.close()
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  onEndOfParent(stop)
  log.always("listening", { host: env.HOST, port: server.port })
}

/** The app with the latest sources; the workers and pools of the previous one are stopped first. */
function freshApp(vite: ViteDevServer) {
  let module: unknown
  let serving: Promise<Served> | undefined
  return {
    async current(): Promise<Served> {
      const newest = await vite.ssrLoadModule("./server/app.ts")
      if (newest !== module || !serving) {
        const before = serving
        module = newest
        serving = startFrom(newest as { start(): Promise<Served> }, before)
      }
      return serving
    },
    stop: async () => (await serving)?.stop(),
  }
}

async function startFrom(module: { start(): Promise<Served> }, before?: Promise<Served>): Promise<Served> {
  await (await before)?.stop()
  const fresh = await module.start()
  await fresh.begin()
  return fresh
}

await develop()
