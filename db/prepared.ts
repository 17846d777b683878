import type { Executor } from "./client.ts"

/**
 * A query that Drizzle puts together once for each database instead of for each request, with `sql.placeholder` where
 * the values go. Worth its second look only where pages ask all the time.
 */
export function prepared<Query>(build: (db: Executor) => Query): (db: Executor) => Query {
  const built = new WeakMap<Executor, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}
