import { Readable } from "node:stream"
import { brotliDecompressSync, createBrotliDecompress, createGunzip } from "node:zlib"
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

/** A stream that sends `first`, waits until `open` is called, then sends `last`; it reports whether it was canceled. */
function gated(first: string, last: string) {
  const gate = Promise.withResolvers<void>()
  const canceled = Promise.withResolvers<void>()
  const parts = [first, last]
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (parts.length === 1) await gate.promise
      const part = parts.shift()
      if (part) controller.enqueue(new TextEncoder().encode(part))
      else controller.close()
    },
    cancel: () => canceled.resolve(),
  })
  return { body, open: gate.resolve, canceled: canceled.promise }
}

async function askFor(body: ReadableStream, encoding: string) {
  const streaming = new Hono().use(compression()).get("/", () => {
    return new Response(body, { headers: { "Content-Type": "text/csv" } })
  })
  const answer = await streaming.request("/", { headers: { "accept-encoding": encoding } })
  expect(answer.headers.get("content-encoding")).toBe(encoding)
  if (!answer.body) throw new Error("There is no body.")
  return answer.body
}

it.each([
  { encoding: "gzip", decompressor: createGunzip },
  { encoding: "br", decompressor: createBrotliDecompress },
])(
  "sends the beginning of a stream before its end is there: $encoding",
  { tags: ["SEC-7"] },
  async ({ encoding, decompressor }) => {
    const { body, open } = gated("Order,Total\n", "1,24.50\n")
    const text = Readable.from(await askFor(body, encoding))
      .pipe(decompressor())
      .setEncoding("utf8")
    const parts = text[Symbol.asyncIterator]()
    expect((await parts.next()).value).toBe("Order,Total\n")
    open()
    expect((await parts.next()).value).toBe("1,24.50\n")
    expect((await parts.next()).done).toBe(true)
  },
)

it("ends the source of a stream when the client leaves", { tags: ["SEC-7"] }, async () => {
  const { body, canceled } = gated("Order,Total\n", "1,24.50\n")
  const reader = (await askFor(body, "gzip")).getReader()
  await reader.read()
  await reader.cancel()
  await canceled
})

it("reads a stream that never waits no further than the client does", { tags: ["SEC-7"] }, async () => {
  let sent = 0
  const part = crypto.getRandomValues(new Uint8Array(65_536))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      if (sent > 400) return controller.close()
      controller.enqueue(part)
    },
  })
  const reader = (await askFor(body, "gzip")).getReader()
  await reader.read()
  expect(sent).toBeLessThan(100)
  await reader.cancel()
})
