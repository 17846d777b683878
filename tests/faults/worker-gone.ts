import { mailDirectory } from "#server/adapters/mail/file-mail.ts"
import { readMailbox } from "#server/adapters/mail/read-mailbox.ts"
import { incident } from "./world/incident.ts"
import { ask } from "./world/shopping.ts"
import type { Verdict } from "./world/verdict.ts"

const TEN_MINUTES_MS = 600_000

/** All workers are killed for ten minutes of real time: emails and live messages wait, everything else works. */
export async function workerGone({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    async breakIt({ cluster, load, notes }) {
      for (const worker of cluster.workers) await worker.kill()
      const messages = async () => (await readMailbox(mailDirectory(cluster.dataDir))).length
      const before = { orders: load.bought.length, messages: await messages() }
      await Bun.sleep(quick ? 10_000 : TEN_MINUTES_MS)
      notes.expect(load.bought.length > before.orders, "Nobody could buy without workers")
      const late = await messages()
      notes.expect(late === before.messages, `${late - before.messages} emails without a worker`)
      const last = load.bought.at(-1)
      const page = await (
        await ask(cluster, "orders", "/customer-orders", { cookie: last?.buyer.cookie })
      ).text()
      notes.expect(page.includes("/order"), "A customer does not see the order without a worker")
      const { rows } = await cluster.database.pool.query(
        "select count(*) n from outbox where queued_at is null or published_at is null",
      )
      notes.note({ "orders without a worker": load.bought.length - before.orders, "events kept": rows[0].n })
      await Promise.all(cluster.workers.map((worker) => worker.start()))
    },
  })
}
