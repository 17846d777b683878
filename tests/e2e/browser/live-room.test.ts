import type { Server } from "bun"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { mintTicket } from "#party/ticket.ts"
import { bunSockets, type SocketData } from "#server/adapters/rooms/bun-sockets.ts"
import { createRoomHost, type RoomHost } from "#server/adapters/rooms/room-host.ts"
import { useBrowser } from "#tests/support/browser.ts"

const SECRET = "only-for-tests-only-for-tests-only-for-tests"
const PAGE = `<!doctype html><html lang="en"><head><title>Live</title><link rel="icon" href="data:,"></head>
<body><p data-live-paused hidden>Live updates are paused.</p><ol></ol><script type="module">
import { openRoom } from "/live.js"
addEventListener("pushcart:live", ({ detail }) => {
  document.querySelector("ol").append(Object.assign(document.createElement("li"), { textContent: detail.data ?? detail.type }))
})
openRoom("customer")
</script></body></html>`

const browser = useBrowser()
let rooms: RoomHost
let server: Server<SocketData>
let ticketLifetimeSeconds: number
let ticketsAsked: number
let down: boolean
let told = 0

beforeEach(async () => {
  ticketLifetimeSeconds = 60
  ticketsAsked = 0
  down = false
  const built = await Bun.build({ entrypoints: ["app/page-script/live.ts"], target: "browser" })
  const script = await built.outputs[0]!.text()
  rooms = createRoomHost({ secret: SECRET })
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    websocket: bunSockets,
    async fetch(request, server) {
      const { pathname } = new URL(request.url)
      if (pathname === "/") return new Response(PAGE, { headers: { "content-type": "text/html" } })
      if (pathname === "/live.js")
        return new Response(script, { headers: { "content-type": "text/javascript" } })
      if (pathname !== "/api/v1/rooms/ticket") return rooms.fetch(request, server)
      ticketsAsked++
      if (down) return new Response(null, { status: 503 })
      const visit = {
        party: "customer",
        room: "ada",
        userId: "ada",
        role: "customer",
        sessionId: "s1",
      } as const
      return Response.json(await mintTicket(SECRET, visit, ticketLifetimeSeconds))
    },
  })
})

afterEach(async () => {
  rooms.close()
  await server.stop(true)
})

const tell = (data: string) =>
  rooms.publish({ party: "customer", room: "ada", id: String(++told), type: "changed", data })
const arrived = () => vi.waitFor(() => expect(rooms.countSockets()).toBe(1), { timeout: 5_000 })

it("shows what happened, without a reload, and asks for one after each new connection", {
  tags: ["LIVE-6"],
}, async () => {
  ticketLifetimeSeconds = 2
  const page = await browser.visit(server.url.origin)
  await page.goto("/")
  await arrived()
  tell("message")
  await page.getByText("message", { exact: true }).waitFor({ timeout: 5_000 })
  await vi.waitFor(() => expect(ticketsAsked).toBe(2), { timeout: 5_000 })
  await page.getByText("resync").waitFor({ timeout: 10_000 })
  await page.locator("html[data-live=live]").waitFor()
})

it("says that live updates are paused, and catches up at the network's return", {
  tags: ["LIVE-6"],
}, async () => {
  browser.expectProblem(/503/)
  const page = await browser.visit(server.url.origin)
  await page.goto("/")
  await arrived()
  down = true
  rooms.close()
  rooms = createRoomHost({ secret: SECRET })
  await page.getByText("Live updates are paused.").waitFor({ timeout: 6_000 })
  down = false
  await page.evaluate(() => window.dispatchEvent(new Event("online")))
  await page.getByText("resync").waitFor({ timeout: 10_000 })
  await page.getByText("Live updates are paused.").waitFor({ state: "hidden", timeout: 5_000 })
  tell("after the pause")
  await page.getByText("after the pause").waitFor({ timeout: 5_000 })
})
