import { QUEUE_NAMES } from "#workers/queues.ts"
import { startWorkers, type Workers } from "#workers/start-workers.ts"
import { openQueueBackend } from "./adapters/queues/open-queue-backend.ts"
import { listenTo } from "./adapters/queues/postgres-listener.ts"
import type { Runtime } from "./compose.ts"

/** Starts this process's background work: relay, workers, sweeps. Stop it before the runtime closes. */
export async function startBackground(runtime: Runtime): Promise<Workers> {
  const { env } = runtime
  const backend = await openQueueBackend(env, QUEUE_NAMES.length)
  const workers = await startWorkers({
    backend,
    context: runtime.contextForJobs,
    publish: (message) => runtime.rooms.port.publish(message),
    listen: (wake) => listenTo(env.DATABASE_DIRECT_URL, "outbox", wake),
  })
  return {
    queues: workers.queues,
    async stop() {
      await workers.stop()
      await backend.close()
    },
  }
}
