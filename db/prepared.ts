import type { Executor } from "./client.ts"

/**
 * A query that Drizzle puts together once for a pool, and once for each connection's transactions, instead of each
 * time that it is asked, with `sql.placeholder` where the values go. It is sent the moment its `execute` is called.
 */
export function prepared<Query>(build: (executor: Executor) => Query): (executor: Executor) => Query {
  const built = new WeakMap<object, Query>()
  return (executor) => {
    // What a transaction sends goes over its connection's own session, which outlives it.
    const { session } = executor._
    const query = built.get(session) ?? build(executor)
    built.set(session, query)
    return query
  }
}
