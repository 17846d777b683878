import pg from "pg"
import { REQUEST_LIMITS } from "#db/limits.ts"
import { isApology, isPaidAlready } from "./postgres-restart.ts"
import { incident } from "./world/incident.ts"
import { POOL_SIZE } from "./world/pooler.ts"
import type { Verdict } from "./world/verdict.ts"

/**
 * Every process connects to PostgreSQL through PgBouncer in transaction mode; migrations and LISTEN bypass it.
 * PgBouncer is killed and comes back: in the meantime, people see that the problem is on our side, and no process
 * restarts.
 */
export async function pgBouncer({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    options: { web: 3, pooler: true },
    isTold: (failure) => isApology(failure) || isPaidAlready(failure),
    async breakIt({ cluster, load, notes }) {
      const { pooler } = cluster
      if (!pooler) throw new Error("The cluster was opened without a pooler.")
      const limit = await showLimit(pooler.url)
      notes.expect(limit === REQUEST_LIMITS.statement_timeout, `statement_timeout through it is ${limit}`)
      const { rows } = await cluster.database.pool.query<{ listening: number; pooled: number }>(
        `select count(*) filter (where application_name = 'listen outbox')::int as listening,
          count(*) filter (where application_name ~ '^pushcart-(web|worker)')::int as pooled
        from pg_stat_activity where datname = current_database()`,
      )
      const { listening = 0, pooled = 0 } = rows[0] ?? {}
      notes.expect(listening === cluster.workers.length, `${listening} workers listen`)
      notes.expect(pooled <= POOL_SIZE, `${pooled} connections behind it`)
      const migrated = await migrateThrough(pooler.url)
      notes.expect(migrated.code !== 0, "a migration went through the pooler")
      notes.note({
        PgBouncer: pooler.version,
        "statement_timeout through it": limit,
        "connections to PostgreSQL behind it": `${pooled}, for ${cluster.web.length + cluster.workers.length} processes`,
        "a migration through it reads": migrated.says,
      })
      await pooler.stop()
      await Bun.sleep(quick ? 2_000 : 8_000)
      const back = Date.now()
      await pooler.start()
      while (!load.bought.some(({ at }) => at > back) && Date.now() < back + 30_000) await Bun.sleep(50)
      notes.note({ "first order after it came back": `${Date.now() - back} ms` })
    },
  })
}

async function showLimit(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ statement_timeout: string }>("show statement_timeout")
  await client.end()
  return rows[0]?.statement_timeout ?? ""
}

async function migrateThrough(url: string): Promise<{ code: number; says: string }> {
  const migration = Bun.spawn([process.execPath, "server/cli/migrate.ts"], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    stdout: "ignore",
    stderr: "pipe",
  })
  const says = (await new Response(migration.stderr).text()).trim()
  return { code: await migration.exited, says }
}
