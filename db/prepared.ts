import { type SQL, sql } from "drizzle-orm"
import type { Executor } from "./client.ts"

/**
 * A query that Drizzle puts together and PostgreSQL plans once for a pool, and once for each connection's
 * transactions, instead of each time that it is asked, with `sql.placeholder` where the values go.
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
 * A number that stands in the statement itself, so that PostgreSQL knows a limit as it plans: one plan then does for all
 * values.
 */
export const literal = (value: number): SQL => sql.raw(String(Number(value)))
