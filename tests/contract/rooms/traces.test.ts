import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { afterEach, expect, it } from "vitest"
import { remoteRooms } from "#server/adapters/rooms/remote-rooms.ts"
import { freePort } from "#server/cli/ports.ts"
import { json, startFake } from "#tests/support/fake-service.ts"
import { SECRET } from "./hosts.ts"

type Span = { traceId: string; parentSpanId?: string; name: string }
type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

it("go on in the rooms' own program with the event's trace, and say nothing of whom a room belongs to", {
  tags: ["OPS-9"],
  timeout: 60_000,
}, async () => {
  const collector = await startFake()
  collector.answers(json({}))
  closing.push(() => collector.close())
  const rooms = remoteRooms({ secret: SECRET, partyHost: await aProgram(collector.url) })
  const room = crypto.randomUUID()
  const [trace, parent] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]
  const news = { party: "customer", room, type: "changed", data: {} } as const
  await rooms.publish({ ...news, id: "1", traceparent: `00-${trace}-${parent}-01` })
  await rooms.publish({ ...news, id: "2" })
  const spans = () =>
    collector.seen.flatMap(({ body }) =>
      (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  await expect.poll(spans, { timeout: 30_000 }).toHaveLength(1)
  expect(spans()[0]).toMatchObject({ name: "room tells", traceId: trace, parentSpanId: parent })
  expect(collector.seen.map(({ body }) => body).join()).not.toContain(room)
})

async function aProgram(collector: string): Promise<string> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, ["server/cli/party.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      ROOMS_SECRET: SECRET,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    },
  })
  closing.push(async () => {
    child.kill()
    await once(child, "exit")
  })
  await once(child.stdout!, "data")
  return `http://127.0.0.1:${port}`
}
