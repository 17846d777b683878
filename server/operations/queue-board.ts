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
/** The board uses inline styles; everything else it needs comes from here. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'; object-src 'none'"
const OUTSIDE_FONTS = /<link[^>]*fonts\.googleapis\.com[^>]*>/g

/** bull-board for admins: the waiting, running and failed jobs of every queue. Changes are recorded. */
export function queueBoard(runtime: Runtime): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  let board: Promise<Hono> | undefined
  app.use(PATH, adminsOnly)
  app.use(`${PATH}/*`, adminsOnly, recordingChanges(runtime), csrf())
  // Its own links lead here with a trailing slash, which it does not serve itself.
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
  // Loaded when an admin first opens the board, to keep the start fast.
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

/** The board's header is fixed to the top of the screen, so the site's mark is shown in it. */
const badgeOf = ({ mark }: ModeRules) =>
  mark ? { environment: { label: mark.word, color: "#14241a", textColor: "#fff" } } : {}

/** Hides links in emails: anyone who has one could confirm the email or choose a password. */
function withoutLinks(data: unknown): unknown {
  if (typeof data !== "object" || data === null || !("url" in data)) return data
  return { ...data, url: "(hidden)" }
}
