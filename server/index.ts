import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import pTimeout from "p-timeout"
import { onEndOfParent } from "./cli/parent.ts"
import { readStaticFiles } from "./http/static-files.ts"

/** Requests that are under way at a stop get this long to finish, and then the jobs. */
const REQUESTS_MS = 10_000
const JOBS_MS = 25_000
const root = fileURLToPath(new URL("..", import.meta.url))
const entry = `${root}build/server/index.js`
if (!existsSync(entry)) {
  process.stderr.write("There is no build yet. Run npm start, which makes one.\n")
  process.exit(1)
}
/** The log is the build's, too: a process has one. */
const { exitWith, log, start } = (await import(entry)) as typeof import("./app.ts")

async function serve(): Promise<void> {
  const client = `${root}build/client`
  const files = await readStaticFiles(client)
  const app = await start()
  let stopping = false
  const server = Bun.serve({
    ...app.at,
    idleTimeout: 60,
    // More than the app takes, so that what is too large gets the app's own answer; it reads nothing of it.
    maxRequestBodySize: 4 * app.largestBodyBytes,
    async fetch(request, server) {
      const answer = await app.fetch(request, server, files)
      // A connection kept open would be cut off in front of its next request: each ends with an answer.
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
    // Stops listening and waits for what is under way, but not forever: a job that is cut off runs again elsewhere.
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
    // What it waited for was taken away by the stop.
    if (!stopping) throw error
  })
  // The starting process waits for it.
  log.always("listening", { host: app.at.hostname, port: server.port })
}

// As Bun does it: a rejection that nobody handles is logged, an exception that nobody catches ends the process.
process.on("unhandledRejection", (error) => log.error("process.rejection", { error }))
process.on("uncaughtException", exitWith)

try {
  await serve()
} catch (error) {
  exitWith(error)
}
