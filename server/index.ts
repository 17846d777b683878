import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import pTimeout from "p-timeout"
import { onEndOfParent } from "./cli/parent-process.ts"
import { readStaticFiles } from "./http/static-files.ts"

/** When the process stops, running requests get this long to finish; then the jobs get JOBS_MS. */
const REQUESTS_MS = 10_000
const JOBS_MS = 25_000
const root = fileURLToPath(new URL("..", import.meta.url))
const entry = `${root}build/server/index.js`
if (!existsSync(entry)) {
  process.stderr.write("There is no build yet. Run npm start, which makes one.\n")
  process.exit(1)
}
/** The log is imported from the build too, because a process has only one log. */
const { exitWith, log, start } = (await import(entry)) as typeof import("./app.ts")

async function serve(): Promise<void> {
  const client = `${root}build/client`
  const files = await readStaticFiles(client)
  const app = await start()
  let stopping = false
  const server = Bun.serve({
    ...app.at,
    idleTimeout: 60,
    // More than the app accepts, so that a larger body gets the app's own response; the app reads none of it.
    maxRequestBodySize: 4 * app.largestBodyBytes,
    async fetch(request, server) {
      const answer = await app.fetch(request, server, files)
      // While stopping, each response closes its connection, because a keep-alive connection would be closed before its
      // next request.
      if (stopping) answer?.headers.set("connection", "close")
      return answer
    },
    websocket: app.websocket,
  })
  const stop = async () => {
    if (stopping) return
    stopping = true
    app.drain()
    await Bun.sleep(app.drainMs)
    // Stops listening and waits for running requests, but not forever: an interrupted job runs again elsewhere.
    const finished = server.stop()
    app.hangUp()
    await pTimeout(finished, { milliseconds: REQUESTS_MS, message: false })
    await server.stop(true)
    await pTimeout(app.stop(), { milliseconds: JOBS_MS, message: false })
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  onEndOfParent(stop)
  await app.begin(client).catch((error: unknown) => {
    // While stopping, `begin` fails because its dependencies are closed.
    if (!stopping) throw error
  })
  // The parent process waits for this line.
  log.always("listening", { host: app.at.hostname, port: server.port })
}

// Bun's defaults, but logged: an unhandled rejection continues, an uncaught exception ends the process.
process.on("unhandledRejection", (error) => log.error("process.rejection", { error }))
process.on("uncaughtException", exitWith)

try {
  await serve()
} catch (error) {
  exitWith(error)
}
