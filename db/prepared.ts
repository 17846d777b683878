import { type SQL, sql } from "drizzle-orm"
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
type RowOf<T extends PgTable, Column extends Columns<T>> = Pick<T["$inferInsert"], Column>

/** Which columns of a table a statement inserts. A column that is not named gets its default; null is written for what a row leaves out. */
export type Insert<Row> = {
  table: PgTable
  names: readonly (readonly [field: string, column: string])[]
  row?: Row
}

export function insertOf<T extends PgTable, Column extends Columns<T>>(
  table: T,
  columns: readonly Column[],
): Insert<RowOf<T, Column>> {
  return { table, names: columns.map((column) => [column, toSnakeCase(column)] as const) }
}

/** Up to so many rows have a statement of their own for their number; each is kept on every connection. */
const FEW_ROWS = 8

type Inserts = Readonly<Record<string, Insert<unknown>>>
type RowsOf<I extends Inserts> = { [Key in keyof I]: readonly NonNullable<I[Key]["row"]>[] }
type Sent<Row> = (executor: Executor, values: Values) => Promise<Row[]>

/**
 * A prepared statement that inserts rows, as many as it is given, into one table or several. Few rows go in as values of
 * their own, one statement for each number of them; that costs PostgreSQL half as much as rows that it has to take out
 * of one JSON value, which is how many go in, or none.
 */
export function preparedInsert<I extends Inserts, Row = never, Given extends Values = Values>(
  name: string,
  inserts: I,
  statement: (inserts: { [Key in keyof I]: SQL }) => SQL,
): (executor: Executor, rows: RowsOf<I>, values?: Given) => Promise<Row[]> {
  const keys = Object.keys(inserts)
  const shapes = new Map<string, Sent<Row>>()
  const build = (shape: string, source: (key: string, insert: Insert<unknown>) => SQL) => {
    const parts = keys.map((key) => [key, source(key, inserts[key] as Insert<unknown>)])
    const send = preparedSql<Row>(`${name}_${shape}`, statement(Object.fromEntries(parts)))
    shapes.set(shape, send)
    return send
  }
  return (executor, rows, given) => {
    const counts = keys.map((key) => rows[key]?.length ?? 0)
    const isFew = counts.every((count) => count > 0 && count <= FEW_ROWS)
    const shape = isFew ? counts.join("_") : "many"
    const send =
      shapes.get(shape) ??
      build(shape, (key, insert) =>
        isFew ? asValues(key, insert, rows[key]?.length ?? 0) : asJson(key, insert),
      )
    const values: Record<string, unknown> = { ...given }
    for (const key of keys) {
      const { names } = inserts[key] as Insert<unknown>
      const list = rows[key] as readonly Values[]
      if (isFew)
        list.forEach((row, index) => {
          for (const [field, column] of names) values[`${key}_${index}_${column}`] = plain(row[field])
        })
      else
        values[key] = JSON.stringify(
          list.map((row) => Object.fromEntries(names.map(([f, c]) => [c, row[f]]))),
        )
    }
    return send(executor, values)
  }
}

const listOf = ({ names }: Insert<unknown>) =>
  sql.join(
    names.map(([, column]) => sql.identifier(column)),
    sql`, `,
  )

function asValues(key: string, insert: Insert<unknown>, count: number): SQL {
  const rows = Array.from({ length: count }, (_, index) => {
    const values = insert.names.map(([, column]) => sql.placeholder(`${key}_${index}_${column}`))
    return sql`(${sql.join(values, sql`, `)})`
  })
  return sql`insert into ${insert.table} (${listOf(insert)}) values ${sql.join(rows, sql`, `)}`
}

function asJson(key: string, insert: Insert<unknown>): SQL {
  const list = listOf(insert)
  return sql`insert into ${insert.table} (${list})
    select ${list} from jsonb_populate_recordset(null::${insert.table}, ${sql.placeholder(key)}::jsonb)`
}

/** As PostgreSQL reads it in a column of its type. */
function plain(value: unknown): unknown {
  if (value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value
}
