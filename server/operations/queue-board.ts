import { Hono } from "hono"
import { serveStatic } from "hono/bun"
import { csrf } from "hono/csrf"
import { createMiddleware } from "hono/factory"
import { recordQueueChange } from "#core/operations/record-queue-change.server.ts"
import type { Runtime } from "#server/compose.ts"
import type { ModeRules } from "#server/config/modes.ts"
import { adminsOnly } from "#server/http/admins-only.ts"
import type { HttpEnv } from "#server/http/http-env.ts"

const PATH = "/ops/queues"
/** The board puts styles into its own page; everything else it needs comes from here. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"
const OUTSIDE_FONTS = /<link[^>]*fonts\.googleapis\.com[^>]*>/g

/** bull-board for admins: what waits, runs and failed in every queue. What it changes is written down. */
export function queueBoard(runtime: Runtime): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  let board: Promise<Hono> | undefined
  app.use(PATH, adminsOnly)
  app.use(`${PATH}/*`, adminsOnly, recordingChanges(runtime), csrf())
  // Its own links lead here with a slash at the end, which it does not answer itself.
  app.get(`${PATH}/`, (c) => c.redirect(PATH))
  app.all(`${PATH}/*`, answer)
  app.all(PATH, answer)
  return app

  async function answer(c: { req: { raw: Request } }): Promise<Response> {
    board ??= buildBoard(runtime).catch((error: unknown) => {
      board = undefined
      throw error
    })
    const page = await (await board).fetch(c.req.raw)
    const headers = new Headers(page.headers)
    headers.set("content-security-policy", POLICY)
    if (!headers.get("content-type")?.startsWith("text/html"))
      return new Response(page.body, { status: page.status, headers })
    headers.set("cache-control", "no-store")
    headers.delete("content-length")
    const { mark } = runtime.env.rules
    const html = (await page.text())
      .replace(OUTSIDE_FONTS, "")
      .replace("<html ", mark ? `<html data-mark="${mark.word}" ` : "<html ")
    return new Response(html, { status: page.status, headers })
  }
}

function recordingChanges(runtime: Runtime) {
  return createMiddleware<HttpEnv>(async (c, next) => {
    const { session } = await c.get("caller")()
    if (session && !["GET", "HEAD"].includes(c.req.method)) {
      const ctx = runtime.contextFor({ role: "admin", userId: session.actor.userId })
      const path = c.req.path.slice(`${PATH}/api/`.length)
      await recordQueueChange(ctx, { method: c.req.method, path })
    }
    await next()
  })
}

async function buildBoard(runtime: Runtime): Promise<Hono> {
  // Loaded when an admin first looks, since every start would wait for it.
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }] = await Promise.all([
    import("@bull-board/api"),
    import("@bull-board/api/bullMQAdapter"),
    import("@bull-board/hono"),
  ])
  const adapter = new HonoAdapter(serveStatic)
  adapter.setBasePath(PATH)
  const queues = Object.values(await runtime.queues()).map((queue) => {
    const shown = new BullMQAdapter(queue)
    shown.setFormatter("data", withoutLinks)
    return shown
  })
  createBullBoard({
    queues,
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: "Pushcart queues", ...badgeOf(runtime.env.rules) } },
  })
  return new Hono().route(PATH, adapter.registerPlugin())
}

/** Its own header is fixed to the top of the screen, so it says there itself which site this is. */
const badgeOf = ({ mark }: ModeRules) =>
  mark ? { environment: { label: mark.word, color: "#14241a", textColor: "#fff" } } : {}

/** Links in emails let anyone who has them confirm an email or choose a password: they are for their owner alone. */
function withoutLinks(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("url" in data)) return data
  return { ...data, url: "(hidden)" }
}
