import { Hono } from "hono"
import { expect, it } from "vitest"
import { limitBodies } from "./body-limits.ts"

const app = new Hono()
app.use(limitBodies({ maxSize: 10 }))
app.all("*", async (c) => c.text(`${c.req.raw.bodyUsed} ${await c.req.text()}`))

const server = () => Bun.serve({ port: 0, fetch: app.fetch })
const inPieces = (...pieces: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

it("lets through what is short enough and refuses what is not, whether or not it says how long it is", {
  tags: ["SEC-4"],
}, async () => {
  const running = server()
  const send = async (body: BodyInit) => {
    const answer = await fetch(running.url, { method: "POST", body })
    return [answer.status, await answer.text()]
  }
  try {
    expect(await send("ten bytes!")).toEqual([200, "false ten bytes!"])
    expect((await send("eleven byte"))[0]).toBe(413)
    expect(await send(inPieces("ten ", "bytes!"))).toEqual([200, "false ten bytes!"])
    expect((await send(inPieces("eleven ", "byte")))[0]).toBe(413)
    expect((await fetch(running.url)).status).toBe(200)
  } finally {
    await running.stop(true)
  }
})

it("does not look at a body that says how long it is", { tags: ["SEC-4"] }, async () => {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: "short",
    headers: { "content-length": "5" },
  })
  Object.defineProperty(request, "body", {
    get() {
      throw new Error("From here on it is a stream.")
    },
  })
  expect((await app.request(request)).status).toBe(200)
})
