import type { Executor } from "./client.ts"

/**
 * A query that Drizzle puts together and PostgreSQL subscriptions once for a pool, and once for each connection's
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
