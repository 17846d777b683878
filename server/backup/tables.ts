import type pg from "pg"

/** A table as a backup sees it: what can be written of it, and how it is called in SQL. */
export type Table = { readonly name: string; readonly columns: readonly string[] }

/** Ours, the queues' and the migrations' own. */
const SCHEMAS = ["public", "bullmq"]

/** Every table, those that others point to first, so that it can be filled in this order. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ id: number; name: string; columns: string[]; needs: number[] }>(
    `select c.oid::int as id, format('%I.%I', n.nspname, c.relname) as name,
       (select array_agg(format('%I', a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(k.confrelid::int) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '{}') as needs
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1) order by name`,
    [SCHEMAS],
  )
  const done = new Set<number>()
  const ordered: Table[] = []
  while (ordered.length < rows.length) {
    const ready = rows.filter(({ id, needs }) => !done.has(id) && needs.every((other) => done.has(other)))
    if (ready.length === 0)
      throw new Error("Tables point at each other in a circle; there is no order to fill them in.")
    for (const { id, name, columns } of ready) {
      done.add(id)
      ordered.push({ name, columns })
    }
  }
  return ordered
}

/** The newest migration that the database has seen: a backup fits the program that it was made with. */
export async function readMigration(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at desc limit 1",
  )
  return rows[0]?.hash ?? "none"
}
