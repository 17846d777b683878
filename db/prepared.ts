import { type SQL, sql } from "drizzle-orm"
import type { Executor } from "./client.ts"

/**
 * A query that Drizzle builds and PostgreSQL plans once for a pool, and once for each connection's transactions,
 * instead of at each call. Values are passed with `sql.placeholder`.
 */
export function prepared<Query>(build: (executor: Executor) => Query): (executor: Executor) => Query {
  const built = new WeakMap<Executor, Query>()
  return (executor) => {
    const query = built.get(executor) ?? build(executor)
    built.set(executor, query)
    return query
  }
}

/**
 * A number written into the statement itself, so that PostgreSQL knows a limit when it plans the query: one plan then
 * works for all values.
 */
export const literal = (value: number): SQL => sql.raw(String(Number(value)))
