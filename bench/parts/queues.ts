import type { QueueBackend } from "../../server/adapters/queues/backend.ts"
import { postgresBackend } from "../../server/adapters/queues/postgres-backend.ts"
import { redisBackend } from "../../server/adapters/queues/redis-backend.ts"
import { hasRedis, startRedis } from "../../tests/support/private-redis.ts"
import type { Figure, Part } from "../report/figure.ts"
import { cpuMs } from "../world/cpu.ts"
import type { World } from "../world/open-world.ts"

const AT_ONCE = 5

/** Measures the queue's own cost: jobs that do nothing, added in bulk and run by one worker like the mail queue's. */
export async function measureQueues(world: World, options: { quick: boolean }): Promise<Part> {
  const figures = await measure("PostgreSQL", options.quick ? 500 : 3_000, () =>
    postgresBackend({ connectionString: world.databaseUrl, workers: 1 }),
  )
  if (!hasRedis) return { part: "queues", figures, notes: ["Redis is not installed, so it is not measured."] }
  const redis = await startRedis()
  try {
    figures.push(
      ...(await measure("Redis", options.quick ? 2_000 : 20_000, async () => redisBackend(redis.url))),
    )
  } finally {
    await redis.close()
  }
  return { part: "queues", figures }
}

async function measure(name: string, jobs: number, open: () => Promise<QueueBackend>): Promise<Figure[]> {
  const backend = await open()
  const queue = await backend.queue("bench")
  let left = jobs
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const list = Array.from({ length: jobs }, (_, number) => ({ name: "nothing", data: { number } }))
  const started = performance.now()
  for (let from = 0; from < jobs; from += 100) await queue.addBulk(list.slice(from, from + 100))
  const added = performance.now()
  const before = cpuMs([process.pid])
  const worker = await backend.worker("bench", async () => void (--left === 0 && finish()), {
    concurrency: AT_ONCE,
  })
  await done
  const finished = performance.now()
  const cpu = cpuMs([process.pid]) - before
  await worker.close()
  await queue.close()
  await backend.close()
  return [
    { name: `${name}: jobs added`, value: (1000 * jobs) / (added - started), unit: "/s", better: "more" },
    { name: `${name}: jobs done`, value: (1000 * jobs) / (finished - added), unit: "/s", better: "more" },
    { name: `${name}: CPU of the worker process for a job`, value: cpu / jobs, unit: "ms", better: "less" },
  ]
}
