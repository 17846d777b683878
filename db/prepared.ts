import { type Placeholder, type SQL, sql } from "drizzle-orm"
import { toSnakeCase } from "drizzle-orm/casing"
import { PgDialect, type PgTable } from "drizzle-orm/pg-core"
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

type Values = Readonly<Record<string, unknown>>
type Answer = { execute: unknown; all: unknown; values: unknown }
const dialect = new PgDialect({ casing: "snake_case" })

/** The same of a statement that is written in SQL. It is sent the moment it is called, and answers its rows. */
export function preparedSql<Row = never, Given extends Values = Values>(
  name: string,
  statement: SQL,
): (executor: Executor, values: Given) => Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const built = prepared((executor) => executor._.session.prepareQuery<Answer>(query, undefined, name, false))
  return async (executor, values) => ((await built(executor).execute(values)) as { rows: Row[] }).rows
}

type Columns<T extends PgTable> = keyof T["$inferInsert"] & string

/**
 * An insert of however many rows that is the same statement for any number of them, for `preparedSql`: they come as one
 * value, which `json` makes, under the name of the placeholder. A column that is not named gets its default; null is
 * written for what a row leaves out.
 */
export function insertOf<T extends PgTable, Column extends Columns<T>>(
  table: T,
  columns: readonly Column[],
  rows: Placeholder,
): { insert: SQL; json(rows: readonly Pick<T["$inferInsert"], Column>[]): string } {
  const names = columns.map((column) => [column, toSnakeCase(column)] as const)
  const list = sql.join(
    names.map(([, name]) => sql.identifier(name)),
    sql`, `,
  )
  return {
    insert: sql`insert into ${table} (${list})
      select ${list} from jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`,
    json: (given) =>
      JSON.stringify(
        given.map((row) => Object.fromEntries(names.map(([column, name]) => [name, row[column]]))),
      ),
  }
}
