import { sandboxApp } from "./app.ts"
import { readSettings } from "./settings.ts"
import { Deliverer } from "./webhooks/deliver.ts"
import { World } from "./world.ts"

const TASK_TICK_MS = 250

const settings = readSettings(process.env, process.argv.slice(2))
const world = new World(settings)
const deliverer = new Deliverer(world)
const app = sandboxApp(world, deliverer)
const server = Bun.serve({ hostname: "127.0.0.1", port: settings.port, fetch: app.fetch, idleTimeout: 60 })
world.boundPort = server.port ?? settings.port

let waking = false
world.wake = () => {
  if (waking) return
  waking = true
  queueMicrotask(() => {
    waking = false
    world.runDueTasks()
    deliverer.pump()
  })
}
setInterval(world.wake, TASK_TICK_MS)
world.wake()

process.stdout.write(`${JSON.stringify({ ready: true, port: world.boundPort, file: settings.file })}\n`)

// The parent process holds our stdin. When it ends, for any reason, stdin closes and this process exits.
if (!settings.stayAlive) {
  process.stdin.on("end", () => process.exit(0))
  process.stdin.on("close", () => process.exit(0))
  process.stdin.resume()
}
