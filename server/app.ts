import * as build from "virtual:react-router/server-build"
import type { Server, WebSocketHandler } from "bun"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { HTTPException } from "hono/http-exception"
import type { ServerBuild } from "react-router"
import { DomainError } from "#core/errors.ts"
import { log, openLog } from "#core/log.server.ts"
import { listMapNames } from "#core/places/list-map-names.server.ts"
import { mailDirectory } from "./adapters/mail/file-mail.ts"
import { answerRoom } from "./adapters/rooms/answer-room.ts"
import type { SocketData } from "./adapters/rooms/bun-sockets.ts"
import { openSockets } from "./adapters/rooms/open-sockets.ts"
import { openTraces } from "./adapters/telemetry/open-traces.ts"
import { notFoundProblem, problem } from "./api/problem.ts"
import { apiV1 } from "./api/v1/api.ts"
import { createRuntime, type Runtime } from "./compose.ts"
import { readEnv } from "./config/env.ts"
import { StartError } from "./config/start-error.ts"
import { mailbox } from "./dev/mailbox.ts"
import { pushService } from "./dev/push-service.ts"
import { brokenPage } from "./http/broken-page.ts"
import { browserErrors } from "./http/browser-errors.ts"
import { callers } from "./http/caller.ts"
import { asClientSent, trustedProxies } from "./http/client-address.ts"
import { compression } from "./http/compression.ts"
import type { HttpEnv } from "./http/http-env.ts"
import { logRequests } from "./http/log-requests.ts"
import { markPages } from "./http/mark-pages.ts"
import { ownHosts } from "./http/own-hosts.ts"
import { ownForms } from "./http/own-origin.ts"
import { pages } from "./http/pages.ts"
import { rejectedRequest } from "./http/rejected-requests.ts"
import { pagePatterns, routes } from "./http/route-of.ts"
import { sandboxProxy } from "./http/sandbox-proxy.ts"
import { securityHeaders } from "./http/security-headers.ts"
import { serviceWorkerRoutes } from "./http/service-worker.ts"
import { shareAssets, sharedAssetRoutes } from "./http/shared-assets.ts"
import type { StaticFiles } from "./http/static-files.ts"
import { traceRequests } from "./http/trace-requests.ts"
import { withParsableUrl } from "./http/with-parsable-url.ts"
import { keptImageRoutes, redirectedImageRoutes } from "./images/image-routes.ts"
import { mapRoutes } from "./map/map-routes.ts"
import { createMetrics } from "./operations/metrics.ts"
import { queueBoard } from "./operations/queue-board.ts"
import { stripeWebhooks } from "./webhooks/stripe.ts"

/** Exported for the host, which logs events before and outside the app, and its own failures, in the same log. */
export { log } from "#core/log.server.ts"
export { exitWith } from "./cli/exit-with.ts"

const pagesBuild = build as unknown as ServerBuild

/** The largest body is a form with its images: each may have 1 MiB, and the product form takes several. */
const LARGEST_BODY_BYTES = 16 * 1_048_576

/** The app as its host sees it: Bun.serve in production, Vite's server in development. */
export interface Served {
  /** The address to listen on. */
  at: { port: number; hostname: string }
  /** The limit for forms with their images; larger bodies need not be read at all. */
  largestBodyBytes: number
  /**
   * Waits for the database, shares the client's files in `folder` with processes of other builds, and starts the jobs.
   * Until then the process responds as in an outage, and `/api/v1/health` reports that.
   */
  begin(folder?: string): Promise<void>
  /** Built files are served before anything else. undefined if the request became a socket. */
  fetch(request: Request, server: Server<SocketData>, files?: StaticFiles): Promise<Response | undefined>
  websocket: WebSocketHandler<SocketData>
  /** Reports to load balancers that this process is about to stop; it still serves for at least `drainMs`. */
  drain(): void
  drainMs: number
  /** Closes every socket; their clients reconnect to another process. */
  hangUp(): void
  stop(): Promise<void>
}

/**
 * Vite's entry for the server. Everything that runs in this process starts here, so that there is only one module
 * graph.
 */
export async function start(): Promise<Served> {
  const env = readEnv()
  openLog({ process: env.PROCESS, level: env.LOG_LEVEL, build: pagesBuild.assets.version })
  const closeTraces = await openTraces(env)
  const runtime = await createRuntime(env)
  const app = createApp(runtime)
  let background: Awaited<ReturnType<typeof startWork>> | undefined
  const sockets = openSockets()
  const proxies = trustedProxies(env.TRUSTED_PROXY)
  const site = { publicUrl: env.PUBLIC_URL, isPublic: env.rules.isPublic, proxies }
  return {
    at: { port: env.PORT, hostname: env.HOST },
    drainMs: env.DRAIN_SECONDS * 1000,
    largestBodyBytes: LARGEST_BODY_BYTES,
    async begin(folder) {
      if (folder && env.PROCESS === "web") await shareWithOthers(runtime, folder)
      await runtime.begin().catch(inWordsForPeople)
      if (["all", "worker"].includes(env.PROCESS)) background = await startWork(runtime)
    },
    async fetch(given, server, files) {
      const { host } = runtime.rooms
      const peer = server.requestIP(given)?.address ?? ""
      const rejected = rejectedRequest(given, peer, site)
      if (rejected) return rejected
      const request = withParsableUrl(given)
      const meant = asClientSent(request, peer, proxies)
      const file = files?.answer(meant)
      if (file) return file
      const path = new URL(request.url).pathname
      if (host && path.startsWith("/parties")) return answerRoom(host, request, server)
      const upgrade = (data: SocketData) => server.upgrade(given, { data })
      return app.fetch(meant, { upgrade })
    },
    websocket: sockets.handler,
    hangUp: sockets.closeAll,
    drain: runtime.drain,
    async stop() {
      await background?.stop()
      await runtime.close()
      await closeTraces()
    },
  }
}

/** An error at the start is shown to the operator as a sentence, without a stack. */
function inWordsForPeople(error: unknown): never {
  throw error instanceof DomainError ? new StartError(error.message) : error
}

/**
 * A short outage of the file store does not stop the start; pages of this build may then lack files in other processes.
 */
async function shareWithOthers({ assets: files }: Runtime, folder: string): Promise<void> {
  await shareAssets({ files, folder, build: pagesBuild.assets.version }).catch((error: unknown) =>
    log.error("assets.not_shared", { error }),
  )
}

const tooLarge = (c: Context) =>
  c.req.path.startsWith("/api/")
    ? problem(new HTTPException(413, { message: "The body is too large." }))
    : c.text("This is too large. Choose smaller photos and send the form again.", 413)

/** Loaded only if this process runs jobs: the queues' packages would slow down the start of one that only serves. */
async function startWork(runtime: Runtime) {
  const { startBackground } = await import("./background.ts")
  return startBackground(runtime)
}

function createApp(runtime: Runtime): Hono<HttpEnv> {
  const development = import.meta.env.DEV
  const { env } = runtime
  const { rules } = env
  const app = new Hono<HttpEnv>()
  app.onError(brokenPage)
  const pageOf = pagePatterns(pagesBuild)
  const routeOf = routes(pageOf)
  app.use(logRequests(routeOf))
  app.use(securityHeaders(env, { development }))
  app.use(ownHosts(env))
  const metrics = createMetrics(runtime, routeOf)
  app.use(metrics.middleware)
  app.use(traceRequests(routeOf))
  app.use(bodyLimit({ maxSize: LARGEST_BODY_BYTES, onError: tooLarge }))
  // Before the compression: these responses are one word long.
  app.route(
    "/",
    stripeWebhooks(() => runtime.contextFor({ role: "system" })),
  )
  app.use(compression())
  app.use(markPages(rules.mark))
  app.route("/", sharedAssetRoutes(runtime.assets))
  if (rules.sandboxPath && env.STRIPE_API_URL)
    app.route("/", sandboxProxy(env.STRIPE_API_URL, rules.sandboxPath))
  app.route(
    "/",
    runtime.imageRoutes ? keptImageRoutes(runtime.imageRoutes) : redirectedImageRoutes(runtime.ports.images),
  )
  app.route(
    "/",
    mapRoutes({
      streets: runtime.mapStreets,
      listNames: () => listMapNames(runtime.contextFor({ role: "system" })),
    }),
  )
  if (rules.devPages) app.route("/", pushService(env.PUBLIC_URL))
  app.route("/", serviceWorkerRoutes(env.SERVICE_WORKER))
  app.route("/", metrics.routes)
  app.route("/", browserErrors(runtime.apiCalls, pageOf))
  app.use(callers(runtime))
  if (rules.mailboxReaders && !env.SMTP_URL)
    app.route(
      "/",
      mailbox({
        directory: mailDirectory(env.DATA_DIR),
        title: rules.mailboxReaders === "everybody" ? "Demo mailbox" : "Mailbox",
        readers: rules.mailboxReaders,
      }),
    )
  app.route("/", queueBoard(runtime))
  app.route("/api/v1", apiV1(runtime))
  app.all("/api/*", notFoundProblem)
  app.all("*", ownForms, pages(runtime, pagesBuild, { development }))
  return app
}
