import { Hono } from "hono"
import pg from "pg"
import { createElement, type ReactNode } from "react"
import { renderToReadableStream } from "react-dom/server"
import { BARE_NAME } from "../world/cpu.ts"
import type { Node } from "./tree.ts"

/**
 * The ceilings: how fast Hono, pg and React are by themselves, on this machine at this moment, without any of our code.
 */
const app = new Hono()
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
  application_name: BARE_NAME,
  // Connections stay open, because their CPU time is counted in each turn.
  idleTimeoutMillis: 0,
})
let page: Node | undefined
let marketId: string | undefined

app.get("/string", (c) => c.text("ok"))
app.get("/row", async (c) => {
  marketId ??= (await pool.query<{ id: string }>("select id from markets limit 1")).rows[0]?.id ?? ""
  const { rows } = await pool.query("select * from markets where id = $1", [marketId])
  return c.json(rows[0])
})
app.post("/page", async (c) => {
  page = await c.req.json<Node>()
  return c.text("ok")
})
app.get("/page", async () => {
  const stream = await renderToReadableStream(createElement(Page, { node: page ?? "" }))
  return new Response(stream, { headers: { "content-type": "text/html; charset=utf-8" } })
})

/** One element without hooks or a router: the least work that React can do for this page. */
function Page({ node }: { node: Node }): ReactNode {
  if (typeof node === "string") return node
  const { tag, attributes, html, children } = node
  if (html !== undefined)
    return createElement(tag, { ...attributes, dangerouslySetInnerHTML: { __html: html } })
  return createElement(tag, attributes, ...children.map((child) => Page({ node: child })))
}

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch })
console.log(JSON.stringify({ event: "listening", port: server.port }))
process.stdin.on("end", () => process.exit(0)).resume()
