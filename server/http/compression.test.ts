import { brotliDecompressSync } from "node:zlib"
import { Hono } from "hono"
import { expect, it } from "vitest"
import { compression } from "./compression.ts"

const LONG = "all sales are final ".repeat(200)

const app = new Hono()
app.use(compression())
app.get("/short", (c) => c.body("{}", 200, { "Content-Type": "application/json", "Content-Length": "2" }))
app.get("/long", (c) =>
  c.body(LONG, 200, { "Content-Type": "text/plain", "Content-Length": String(LONG.length) }),
)
app.get("/unknown", (c) => c.json({}))

const ask = (path: string, headers: HeadersInit = { "accept-encoding": "gzip, br" }) =>
  app.request(path, { headers })

it.each(["/short", "/unknown"])("leaves a short answer as it is: %s", { tags: ["SEC-7"] }, async (path) => {
  const answer = await ask(path)
  expect(answer.headers.get("content-encoding")).toBeNull()
  expect(answer.headers.get("vary")).toBe("accept-encoding")
  expect(await answer.text()).toBe("{}")
})

it("compresses a long one for whoever takes it", { tags: ["SEC-7"] }, async () => {
  const answer = await ask("/long")
  expect(answer.headers.get("content-encoding")).toBe("br")
  expect(brotliDecompressSync(await answer.bytes()).toString()).toBe(LONG)
  expect(await (await ask("/long", {})).text()).toBe(LONG)
})
