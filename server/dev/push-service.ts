import { createECDH, randomBytes, randomUUID } from "node:crypto"
import { Hono } from "hono"
import { decrypt } from "http_ece"
import { LRUCache } from "lru-cache"
import type { HttpEnv } from "#server/http/http-env.ts"

export const DEV_PUSH_PATH = "/dev/push"

type Received = { message: unknown; ttl: string; urgency: string; topic: string; receivedAt: Date }
type Browser = { keys: ReturnType<typeof createECDH>; auth: Buffer; received: Received[]; answer: number }

/** How many of each are stored; the oldest are dropped. */
const MOST_BROWSERS = 1_000
const MOST_MESSAGES = 50

/**
 * The demo's own push service, and the browsers that receive its messages, for tests and scripts: without a network, a
 * machine cannot reach a real one. Mount it in a demo only.
 *
 * - `POST /dev/push` creates a browser, and returns what `PushManager.subscribe` would.
 * - `POST /dev/push/ID` accepts a message for it, as a push service does; `PUT` with `{"answer": 503}` sets the
 * response.
 * - `GET /dev/push/ID.json` returns the messages that the browser received.
 */
export function pushService(siteUrl: string): Hono<HttpEnv> {
  const browsers = new LRUCache<string, Browser>({ max: MOST_BROWSERS })
  const app = new Hono<HttpEnv>()
  app.use(`${DEV_PUSH_PATH}/*`, async (c, next) => {
    await next()
    c.header("Cache-Control", "no-store")
  })
  app.post(DEV_PUSH_PATH, (c) => {
    const [id, browser] = [randomUUID(), aBrowser()]
    browsers.set(id, browser)
    const keys = {
      p256dh: browser.keys.getPublicKey("base64url"),
      auth: browser.auth.toString("base64url"),
    }
    return c.json({ endpoint: `${siteUrl}${DEV_PUSH_PATH}/${id}`, keys })
  })
  app.post(`${DEV_PUSH_PATH}/:id`, async (c) => {
    const browser = browsers.get(c.req.param("id"))
    if (!browser) return c.body(null, 410)
    if (browser.answer !== 201) return c.body(null, browser.answer as 503)
    const body = Buffer.from(await c.req.arrayBuffer())
    const header = (name: string) => c.req.header(name) ?? ""
    browser.received.push({
      message: read(browser, body),
      ttl: header("ttl"),
      urgency: header("urgency"),
      topic: header("topic"),
      receivedAt: new Date(),
    })
    browser.received.splice(0, browser.received.length - MOST_MESSAGES)
    return c.body(null, 201)
  })
  app.put(`${DEV_PUSH_PATH}/:id`, async (c) => {
    const browser = browsers.get(c.req.param("id"))
    if (!browser) return c.body(null, 404)
    browser.answer = Number(((await c.req.json()) as { answer: number }).answer)
    return c.body(null, 204)
  })
  app.get(`${DEV_PUSH_PATH}/:file{.+\\.json}`, (c) => {
    const browser = browsers.get(c.req.param("file").replace(/\.json$/, ""))
    return browser ? c.json(browser.received) : c.body(null, 404)
  })
  return app
}

function aBrowser(): Browser {
  const keys = createECDH("prime256v1")
  keys.generateKeys()
  return { keys, auth: randomBytes(16), received: [], answer: 201 }
}

/** The message as the service worker would receive it. */
const read = ({ keys, auth }: Browser, body: Buffer): unknown =>
  JSON.parse(
    decrypt(body, { version: "aes128gcm", privateKey: keys, authSecret: auth }).toString("utf8"),
  ) as unknown
