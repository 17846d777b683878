import { Gauge } from "prom-client"
import { log, openLog } from "#core/log.server.ts"
import { answerRoom } from "#server/adapters/rooms/answer-room.ts"
import { bunSockets } from "#server/adapters/rooms/bun-sockets.ts"
import { createRoomHost } from "#server/adapters/rooms/room-host.ts"
import { openTraces, tracesOf } from "#server/adapters/telemetry/open-traces.ts"
import { NOT_SERVING } from "#server/api/health.ts"
import { exitWith } from "#server/cli/exit-with.ts"
import { onEndOfParent } from "#server/cli/parent-process.ts"
import { rejectBusyPort } from "#server/cli/ports.ts"
import { readLogLevel } from "#server/config/env.ts"
import { StartError } from "#server/config/start-error.ts"
import { withParsableUrl } from "#server/http/with-parsable-url.ts"
import { answerMetrics, openRegistry } from "#server/operations/metrics-answer.ts"

/** The limit for a stranger's request; rooms need far less. */
const LARGEST_BODY_BYTES = 1_048_576

/** The paths of web's and worker's probes, and the same without their prefix. */
const PROBES = /^(?:\/api\/v1)?\/(live|health|ready)$/

/** The rooms need nothing but this process, so each probe has the same result until the process is shutting down. */
const probe = (isWell: boolean) =>
  isWell
    ? Response.json({ status: "ok" }, UNKEPT)
    : Response.json({ status: "draining", ...NOT_SERVING.draining }, { ...UNKEPT, status: 503 })

const UNKEPT = { headers: { "cache-control": "no-store" } }

/** Serves the live rooms as a separate process (`party` in docker-compose); web and worker find it by PARTY_HOST. */
async function serveRooms(): Promise<void> {
  openLog({ process: "party", level: readLogLevel(process.env) })
  const secret = process.env.ROOMS_SECRET ?? ""
  if (secret.length < 32)
    throw new StartError(
      "ROOMS_SECRET is missing or shorter than 32 characters. Set it to the same value as for web and worker.",
    )
  const port = Number(process.env.PORT ?? 1999)
  const hostname = process.env.HOST ?? "127.0.0.1"
  await rejectBusyPort(port, hostname)
  const closeTraces = await openTraces(tracesOf(process.env))
  const rooms = createRoomHost({ secret })
  const metrics = roomMetrics(() => rooms.countSockets())
  let isDraining = false
  const server = Bun.serve({
    port,
    hostname,
    websocket: bunSockets,
    maxRequestBodySize: LARGEST_BODY_BYTES,
    async fetch(given, server) {
      const request = withParsableUrl(given)
      const { pathname } = new URL(request.url)
      const probed = PROBES.exec(pathname)?.[1]
      if (probed) return probe(probed === "live" || !isDraining)
      if (pathname === "/metrics") return metrics(request)
      return answerRoom(rooms, request, server)
    },
  })
  log.always("listening", { host: hostname, port: server.port })
  const stop = async () => {
    if (isDraining) return
    isDraining = true
    await Bun.sleep(Number(process.env.DRAIN_SECONDS ?? 0) * 1000)
    rooms.close()
    await server.stop(true)
    await closeTraces()
    process.exit(0)
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  onEndOfParent(stop)
}

function roomMetrics(countSockets: () => number): (request: Request) => Promise<Response> {
  const registry = openRegistry()
  const registers = [registry]
  const sockets = new Gauge({
    name: "pushcart_process_room_sockets",
    help: "Open sockets of this process's live rooms.",
    registers,
  })
  return (request) =>
    answerMetrics({
      authorization: request.headers.get("authorization"),
      token: process.env.METRICS_TOKEN,
      registry,
      fill: () => sockets.set(countSockets()),
    })
}

process.on("unhandledRejection", (error) => log.error("process.rejection", { error }))
process.on("uncaughtException", exitWith)

try {
  await serveRooms()
} catch (error) {
  exitWith(error)
}
