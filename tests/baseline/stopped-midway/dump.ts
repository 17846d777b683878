import { writeFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import type pg from "pg"

/** Left out because an installation loads this table from its own files when it is empty. */
const LEFT_OUT = ["public.zips"]
const SCHEMAS = ["public", "bullmq", "drizzle"]

/**
 * Makes the database record every statement that creates or changes its schema, from any client. The embedded
 * PostgreSQL has no pg_dump; these statements recreate the schema in an empty database.
 */
export async function recordSchema(database: pg.Client): Promise<void> {
  await database.query(`
    create schema recording;
    create table recording.statements (id bigint generated always as identity, path text, statement text);
    create function recording.note() returns event_trigger language plpgsql as $$
    begin
      -- What a function makes while jobs are added (temporary tables, sequences) is no part of the schema's making.
      if current_query() !~* '^(\\s|--[^\\n]*\\n)*(create|alter|drop|comment|do)\\M' then return; end if;
      insert into recording.statements (path, statement)
      select current_setting('search_path'), current_query()
      where (current_setting('search_path'), current_query()) is distinct from
        (select (path, statement) from recording.statements order by id desc limit 1);
    end $$;
    create event trigger recording on ddl_command_end execute function recording.note();`)
}

/**
 * Writes schema, rows and sequences as plain SQL, one row per line. Loading requires a session that may disable
 * triggers.
 */
export async function dumpDatabase(database: pg.Client, file: string): Promise<void> {
  const parts = ["set session_replication_role = replica;", ...(await schema(database))]
  parts.push("set search_path = public;")
  for (const table of await tables(database)) parts.push(...(await rowsOf(database, table)))
  parts.push(...(await sequences(database)))
  writeFileSync(file, gzipSync(`${parts.join("\n")}\n`, { level: 9 }))
}

async function schema(database: pg.Client): Promise<string[]> {
  type Recorded = { path: string; statement: string }
  const { rows } = await database.query<Recorded>(
    "select path, statement from recording.statements order by id",
  )
  const made = ["drizzle", "bullmq"].map((name) => `create schema if not exists ${name};`)
  return [
    ...made,
    ...rows.flatMap(({ path, statement }) => [
      `set search_path = ${path};`,
      `${statement.trim().replace(/;$/, "")};`,
    ]),
  ]
}

type Table = { name: string; columns: string[] }

async function tables(database: pg.Client): Promise<Table[]> {
  const { rows } = await database.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       (select array_agg(format('%I', a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by name`,
    [SCHEMAS],
  )
  return rows.filter(({ name }) => !LEFT_OUT.includes(name))
}

async function rowsOf(database: pg.Client, { name, columns }: Table): Promise<string[]> {
  const literals = columns.map((column) => `quote_nullable(${column}::text)`).join(` || ', ' || `)
  const { rows } = await database.query<{ row: string }>(
    `select '(' || ${literals} || ')' as row from ${name} order by 1`,
  )
  if (rows.length === 0) return []
  const values = rows.map(({ row }) => row).join(",\n")
  return [`insert into ${name} (${columns.join(", ")}) overriding system value values\n${values};`]
}

async function sequences(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by name`,
    [SCHEMAS],
  )
  return rows.flatMap(({ name, value }) => [
    `create sequence if not exists ${name};`,
    `select setval('${name}', ${value});`,
  ])
}
