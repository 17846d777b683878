import { sql } from "drizzle-orm"
import { expect } from "vitest"
import type { Database } from "#db/client.ts"

/** Rate-limit counts, the table of ZIP codes and sessions may change with any call. */
const ASIDE = ["rate_limits", "zips", "sessions"]

/** The state of every table: its number of rows and a hash of them all. */
export function fingerprints(db: Database) {
  let query: string | undefined
  async function take() {
    query ??= await queryOver(db)
    return (await db.execute(sql.raw(query))).rows
  }
  return {
    take,
    /** Runs the work and expects the database to be unchanged. */
    async unchanged<A>(work: () => Promise<A>): Promise<A> {
      const before = await take()
      const answer = await work()
      expect(await take()).toEqual(before)
      return answer
    },
  }
}

async function queryOver(db: Database): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  return rows
    .map(({ name }) => name)
    .filter((name) => !ASIDE.includes(name))
    .map(
      (name) =>
        `select '${name}' as name, count(*)::int as rows, coalesce(sum(hashtext(t::text)), 0)::text as hash from "${name}" t`,
    )
    .join(" union all ")
}
