import { incident, statusOf } from "./world/incident.ts"
import type { Verdict } from "./world/verdict.ts"

/** Redis is killed for a minute: nobody sees an error, pages still get live updates, emails are sent later. */
export async function redisGone({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    async breakIt({ cluster, load, pages, notes }) {
      const before = load.bought.length
      await cluster.redis?.kill()
      const heardBefore = sum([...pages.values()].map((page) => page.hears()))
      await Bun.sleep(quick ? 8_000 : 60_000)
      const heard = sum([...pages.values()].map((page) => page.hears())) - heardBefore
      const orders = load.bought.length - before
      notes.expect(orders > 0, "Nobody could buy without Redis")
      notes.expect(heard >= orders, `${heard} live messages for ${orders} orders without Redis`)
      const [web] = cluster.web
      const health = await statusOf(`${web?.url}/api/v1/health`)
      const ready = await statusOf(`${web?.url}/api/v1/ready`)
      notes.expect(health.status === 200, `health says ${health.status} without Redis`)
      notes.expect(
        ready.status === 503 && ready.body.includes("queues"),
        `ready says ${ready.status} ${ready.body}`,
      )
      const { rows } = await cluster.database.pool.query(
        "select count(*) n from outbox where queued_at is null",
      )
      notes.expect(Number(rows[0].n) > 0, "The outbox keeps nothing while Redis is gone")
      notes.note({
        "orders without Redis": orders,
        "live messages without Redis": heard,
        "events kept": rows[0].n,
      })
      await cluster.redis?.start()
    },
  })
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
