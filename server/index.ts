import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Served } from "./app.ts"
import { onEndOfParent } from "./platform/parent.ts"
import { isForPeople, StartError } from "./platform/start-error.ts"
import { readStaticFiles } from "./platform/static-files.ts"

/** Requests that are under way at a stop get this long to finish. */
const DRAIN_MS = 10_000
const root = fileURLToPath(new URL("..", import.meta.url))

async function serve(): Promise<void> {
  const entry = `${root}build/server/index.js`
  if (!existsSync(entry)) throw new StartError("There is no build yet. Run npm start, which makes one.")
  const { start } = (await import(entry)) as { start(): Promise<Served> }
  const files = await readStaticFiles(`${root}build/client`)
  const app = await start()
  const server = Bun.serve({
    ...app.at,
    idleTimeout: 60,
    fetch: (request, server) => files.answer(request) ?? app.fetch(request, server),
    websocket: app.websocket,
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Stops listening at once and waits for what is under way, but not for ever.
    await Promise.race([server.stop(), Bun.sleep(DRAIN_MS)])
    await server.stop(true)
    await app.stop()
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  onEndOfParent(stop)
  console.log(JSON.stringify({ event: "listening", host: app.at.hostname, port: server.port }))
}

try {
  await serve()
} catch (error) {
  console.error(isForPeople(error) ? error.message : error)
  process.exit(1)
}
