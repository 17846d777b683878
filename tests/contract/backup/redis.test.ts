import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { desc } from "drizzle-orm"
import { Redis } from "ioredis"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DomainError } from "#core/errors.ts"
import { withdraw } from "#core/outbox/due-events.server.ts"
import { emit } from "#core/outbox/emit.server.ts"
import { queueEvents } from "#core/outbox/outbox-relay.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { outbox } from "#db/schema/index.ts"
import type { QueueBackend } from "#server/adapters/queues/backend.ts"
import { postgresBackend } from "#server/adapters/queues/postgres-backend.ts"
import { listenTo } from "#server/adapters/queues/postgres-listener.ts"
import { redisBackend } from "#server/adapters/queues/redis-backend.ts"
import { openTestDatabase, systemCtx, type TestDatabase } from "#tests/support/database.ts"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { hearLog } from "#tests/support/log.ts"
import { hasRedis, startRedis } from "#tests/support/private-redis.ts"
import { runCommand } from "#tests/support/run-command.ts"
import { addJobs } from "#workers/add-jobs.ts"
import { openQueues } from "#workers/open-queues.ts"
import { QUEUE_NAMES } from "#workers/queues.ts"
import { startWorkers } from "#workers/start-workers.ts"
import { aUsedDatabase, type Cluster } from "./a-used-database.ts"

const folder = mkdtempSync(join(tmpdir(), "pushcart-redis-backup-"))
const file = join(folder, "pushcart.backup")

describe.skipIf(!hasDebianPostgres || !hasRedis)(
  "backup and restore where the queues are on Redis",
  { timeout: 120_000 },
  () => {
    let cluster: Cluster
    let redis: Awaited<ReturnType<typeof startRedis>>
    let database: TestDatabase
    beforeAll(async () => {
      hearLog()
      cluster = await startDebianPostgres()
      redis = await startRedis()
      database = (await aUsedDatabase(cluster, "pushcart")).database
    }, 60_000)
    afterAll(async () => {
      await database?.close()
      await redis?.close()
      await cluster?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const settings = (url: string) => ({ DATABASE_URL: url, DATA_DIR: folder, REDIS_URL: redis.url })
    const restore = (url: string) => runCommand("restore", settings(url), file, "--nobody-left")
    async function flush() {
      const client = new Redis(redis.url)
      await client.flushdb()
      client.disconnect()
    }
    async function tablesIn(url: string) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rowCount } = await client
        .query("select 1 from pg_tables where schemaname in ('public', 'drizzle', 'bullmq')")
        .finally(() => client.end())
      return rowCount
    }

    /** Registers a person, who gets an email, and returns their address. */
    async function registered(db: TestDatabase["db"], dueAt?: Date): Promise<string> {
      const { userId, email } = await aCustomer(db)
      await db.transaction((tx) =>
        emit(tx, "person.registered", { userId, role: "customer" }, dueAt ? { dueAt } : {}),
      )
      return email
    }
    /**
     * Queues events as a relay does, without the workers, and dates them long before the backup, so that no later scan
     * of the outbox finds them.
     */
    async function queueLongAgo({ db, pool }: Pick<TestDatabase, "db" | "pool">) {
      const backend = redisBackend(redis.url)
      const queues = await openQueues(backend, () => {})
      await queueEvents(db, 100, (jobs) => addJobs(queues, jobs))
      await Promise.all(Object.values(queues).map((queue) => queue.close()))
      await pool.query("update outbox set queued_at = now() - interval '1 hour' where queued_at is not null")
    }
    /** Runs real workers until `isDone`. Returns the recipients of their emails. */
    async function work(
      one: TestDatabase,
      backend: QueueBackend,
      isDone: (sent: string[]) => boolean | Promise<boolean>,
      rejects = "",
      now = () => new Date(),
    ): Promise<string[]> {
      const sent: string[] = []
      const mail = {
        siteUrl: "http://test",
        async send({ to }: EmailMessage) {
          if (to === rejects) throw new DomainError("not_found", "There is no such box.")
          sent.push(to)
        },
      }
      const workers = await startWorkers({
        backend,
        context: () => systemCtx(one, { ports: { mail }, now }),
        listen: (wake) => listenTo(one.url, "outbox", wake),
        publish: async () => {},
      })
      try {
        await expect.poll(() => isDone(sent), { timeout: 20_000 }).toBe(true)
      } finally {
        await workers.stop()
        await backend.close()
      }
      return sent
    }
    async function hasFailed(address: string) {
      const backend = redisBackend(redis.url)
      const queue = await backend.queue("mail")
      const failed = await queue.getFailed()
      await queue.close()
      return failed.length > 0 && address !== ""
    }

    it("runs jobs that waited, failed or were not queued yet once, completed ones never, also when restored twice", {
      tags: ["OPS-49", "JOB-9", "JOB-10"],
    }, async () => {
      const [done, failed] = [await registered(database.db), await registered(database.db)]
      const first = await work(
        database,
        redisBackend(redis.url),
        async (sent) => sent.includes(done) && (await hasFailed(failed)),
        failed,
      )
      expect(first).toEqual([done])
      const waiting = await registered(database.db)
      await queueLongAgo(database)
      const unqueued = await registered(database.db)
      const dueAt = new Date(Date.now() + 600_000)
      const dueLater = await registered(database.db, dueAt)
      await registered(database.db, dueAt)
      await database.db.transaction(async (tx) => {
        const [newest] = await tx.select().from(outbox).orderBy(desc(outbox.id)).limit(1)
        await withdraw(tx, "person.registered", newest!.payload as { userId: string })
      })
      await runCommand("backup", settings(database.url), file)
      // The backup does not include what happened after it, but Redis has its jobs.
      await registered(database.db)
      await queueLongAgo(database)

      const target = await cluster.create("restored")
      await expect(restore(target)).rejects.toThrow(/The Redis at REDIS_URL holds jobs.*Nothing was restored/)
      expect(await tablesIn(target)).toBe(0)
      await flush()
      expect(await restore(target)).toContain("Everything is back")

      await expect(restore(target)).rejects.toThrow("The Redis at REDIS_URL holds jobs")
      await flush()
      await expect(restore(target)).rejects.toThrow("There are tables in this database already")
      await cluster.create("restored")
      expect(await restore(target)).toContain("Everything is back")

      const restored = openTestDatabase(target, 4)
      try {
        // This event gets the number of an event that the backup does not include, whose job Redis once had.
        const next = await registered(restored.db)
        const wanted = [failed, waiting, unqueued, next]
        const sent = await work(restored, redisBackend(redis.url), (all) =>
          wanted.every((one) => all.includes(one)),
        )
        expect(sent.toSorted()).toEqual(wanted.toSorted())
        const whenDue = () => new Date(dueAt.getTime() + 1_000)
        const sentLater = await work(
          restored,
          redisBackend(redis.url),
          (all) => all.includes(dueLater),
          "",
          whenDue,
        )
        expect(sentLater).toEqual([dueLater])
      } finally {
        await restored.close()
      }
    })

    it("restores a database for queues in PostgreSQL too, and that one's backup, twice", {
      tags: ["OPS-49"],
    }, async () => {
      const again = join(folder, "again.backup")
      let from = database.url
      for (const name of ["first", "second"]) {
        const target = await cluster.create(name)
        await runCommand("backup", { DATABASE_URL: from, DATA_DIR: folder }, again)
        await runCommand("restore", { DATABASE_URL: target, DATA_DIR: folder }, again, "--nobody-left")
        from = target
        const one = openTestDatabase(target, 4)
        try {
          const email = await registered(one.db)
          const backend = await postgresBackend({ connectionString: target, workers: QUEUE_NAMES.length })
          expect(await work(one, backend, (sent) => sent.includes(email))).toContain(email)
        } finally {
          await one.close()
        }
      }
    })

    it("backs the database up while Redis is away, and says what is not in it", {
      tags: ["OPS-49"],
    }, async () => {
      await flush()
      await redis.kill()
      expect(await runCommand("backup", settings(database.url), file)).toContain(
        "The jobs that wait in Redis are not in it. The Redis at REDIS_URL does not answer.",
      )
      const target = await cluster.create("without")
      await expect(restore(target)).rejects.toThrow("The Redis at REDIS_URL does not answer")
      expect(await tablesIn(target)).toBe(0)
      await redis.start()
      expect(await restore(target)).toContain("are not in it")
    })
  },
)
