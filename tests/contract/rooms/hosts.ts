import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { bunSockets } from "#server/adapters/rooms/bun-sockets.ts"
import { createRoomHost } from "#server/adapters/rooms/room-host.ts"
import { freePort } from "#server/cli/ports.ts"

export const SECRET = "only-for-tests-only-for-tests-only-for-tests"

export type RunningHost = {
  origin: string
  /** Ends the rooms as a crash would, and starts them again at the same URL. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export type HostKind = { name: string; start(): Promise<RunningHost> }

export const OWN_PROCESS: HostKind = {
  name: "Bun host, its own process",
  start: () => startChild(bunCommand),
}

/** The hosts of the conformance suite: `npm run rooms:cloudflare -- --test` runs it on Cloudflare's runtime. */
export const HOSTS: HostKind[] =
  process.env.ROOMS_HOST === "cloudflare"
    ? [{ name: "Cloudflare, by wrangler dev", start: () => startChild(wranglerCommand) }]
    : [{ name: "Bun host, in this process", start: startInProcess }, OWN_PROCESS]

async function startInProcess(): Promise<RunningHost> {
  let rooms = createRoomHost({ secret: SECRET })
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    websocket: bunSockets,
    fetch: (request, server) => rooms.fetch(request, server),
  })
  return {
    origin: server.url.origin,
    async restart() {
      rooms.close()
      rooms = createRoomHost({ secret: SECRET })
    },
    async stop() {
      rooms.close()
      await server.stop(true)
    },
  }
}

type Command = (port: number) => { command: string; args: string[] }

const bunCommand: Command = () => ({ command: process.execPath, args: ["server/cli/party.ts"] })
const wranglerCommand: Command = (port) => ({
  command: process.execPath,
  args: ["packages/ops/src/rooms-on-cloudflare.ts", `--port=${port}`],
})

async function startChild(commandFor: Command): Promise<RunningHost> {
  // A parallel test may have taken the free port before this one listened on it.
  const { port, launched } = await start(commandFor).catch(() => start(commandFor))
  let child = launched
  const { command, args } = commandFor(port)
  const stop = () => killGroup(child)
  return {
    origin: `http://127.0.0.1:${port}`,
    stop,
    async restart() {
      await stop()
      child = await launch(command, args, port)
    },
  }
}

async function start(commandFor: Command): Promise<{ port: number; launched: ChildProcess }> {
  const port = await freePort()
  const { command, args } = commandFor(port)
  return { port, launched: await launch(command, args, port) }
}

const START_MS = 25_000

async function launch(command: string, args: string[], port: number): Promise<ChildProcess> {
  // In its own process group: wrangler starts workerd as a child, and both must be stopped.
  const child = spawn(command, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: String(port), ROOMS_SECRET: SECRET, CI: "1" },
  })
  let output = ""
  child.stdout?.on("data", (chunk) => (output += chunk))
  child.stderr?.on("data", (chunk) => (output += chunk))
  const deadline = AbortSignal.timeout(START_MS)
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${output}`)
    const health = await fetch(`http://127.0.0.1:${port}/health`, { signal: deadline }).catch(() => null)
    if (health?.ok) return child
    if (deadline.aborted) {
      await killGroup(child)
      throw new Error(`${command} did not open: ${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function killGroup(child: ChildProcess) {
  if (child.exitCode !== null || child.pid === undefined) return
  const gone = once(child, "exit")
  process.kill(-child.pid, "SIGKILL")
  await gone
}
