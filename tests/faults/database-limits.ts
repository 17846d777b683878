import pg from "pg"
import { isApology, isPaidAlready } from "./postgres-restart.ts"
import { incident, statusOf } from "./world/incident.ts"
import type { Failure } from "./world/shopping.ts"
import type { Verdict } from "./world/verdict.ts"

const isTold = (failure: Failure) => isApology(failure) || isPaidAlready(failure)

/** Locks a table that most pages read, as a migration without limits would: those pages show an error, others work. */
export async function lockedTable({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    isTold,
    async breakIt({ cluster, notes }) {
      const client = await cluster.database.pool.connect()
      await client.query("begin; set local idle_in_transaction_session_timeout = 0; lock table markets")
      const until = Date.now() + (quick ? 8_000 : 25_000)
      const answers: { path: string; status: number; ms: number }[] = []
      const ask = async (path: string) => {
        const begun = performance.now()
        const answer = await fetch(cluster.site + path, { headers: { accept: "text/html" } })
        await answer.text()
        answers.push({ path, status: answer.status, ms: performance.now() - begun })
      }
      const rounds: Promise<unknown>[] = []
      while (Date.now() < until) {
        rounds.push(...Array.from({ length: 5 }, () => ask("/home?zip=10001")), ask("/about"), ask("/login"))
        const health = await statusOf(`${cluster.web[0]?.url}/api/v1/health`)
        notes.expect(health.status === 200, `health says ${health.status}`)
        await Bun.sleep(500)
      }
      await client.query("rollback")
      client.release()
      await Promise.all(rounds)
      const others = answers.filter(({ path }) => !path.startsWith("/home"))
      const failed = others.filter(({ status }) => status !== 200)
      notes.expect(
        failed.length === 0,
        `${failed.length} of ${others.length} other pages failed: ${failed.map(({ path, status }) => `${path} ${status}`)}`,
      )
      notes.note({
        "other pages meanwhile": `${others.length - failed.length} of ${others.length}`,
        "slowest other page": `${Math.round(Math.max(...others.map(({ ms }) => ms)))} ms`,
        "apologies for searches": answers.filter(({ status }) => status === 503).length,
        "slowest answer": `${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms`,
      })
    },
  })
}

/** A failover: every connection is closed, and new ones lead to a server that is read-only first and writable later. */
export async function failover({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    isTold,
    async breakIt({ cluster, load, notes }) {
      const admin = new pg.Client({ connectionString: cluster.databaseUrl })
      await admin.connect()
      await admin.query("alter database pushcart set default_transaction_read_only = on")
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      )
      await Bun.sleep(quick ? 4_000 : 8_000)
      const ready = await statusOf(`${cluster.web[0]?.url}/api/v1/ready`)
      notes.expect(ready.body.includes("writes"), `ready says ${ready.status} ${ready.body}`)
      // From now on, new connections can write; those opened before are still read-only.
      await admin.query("alter database pushcart reset default_transaction_read_only")
      const healed = Date.now()
      await admin.end()
      while (!load.bought.some(({ at }) => at > healed) && Date.now() < healed + 30_000) await Bun.sleep(50)
      const ms = Date.now() - healed
      notes.expect(ms < 5_000, `the first order came ${ms} ms after writes were allowed`)
      notes.note({ "first order after writes were allowed": `${ms} ms` })
    },
  })
}

/** PostgreSQL's default of 100 connections, of which five web and two worker processes use as many as they may. */
export async function connectionLimit({ quick = false } = {}): Promise<Verdict> {
  return incident({
    quick,
    options: { web: 5 },
    async breakIt({ cluster, notes }) {
      const taken = await takeAllBut(cluster.databaseUrl, 100)
      const wave = () =>
        Promise.all(
          Array.from({ length: 100 }, async () => {
            const answer = await fetch(`${cluster.site}/home?zip=10001`)
            await answer.text()
            return answer.status
          }),
        )
      const statuses = (await Promise.all([wave(), wave()])).flat()
      const open = await cluster.database.pool.query("select count(*)::int as n from pg_stat_activity")
      const failed = statuses.filter((status) => status !== 200).length
      notes.expect(failed === 0, `${failed} of ${statuses.length} pages failed`)
      notes.note({
        "pages at once": statuses.length,
        "pages that failed": failed,
        "connections in use": open.rows[0].n - taken.length,
      })
      await Promise.all(taken.map((client) => client.end()))
    },
  })
}

/** Holds connections until only `left` of the server's limit remain, including those of its own users. */
async function takeAllBut(connectionString: string, left: number): Promise<pg.Client[]> {
  const open = async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client
  }
  const first = await open()
  const { rows } = await first.query("select current_setting('max_connections')::int as most")
  const more = await Promise.all(Array.from({ length: rows[0].most - left - 1 }, open))
  return [first, ...more]
}
