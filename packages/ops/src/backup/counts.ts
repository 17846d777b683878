import type { Client } from "pg"
import { z } from "zod"
import { cents, formatMoney } from "../../../../core/money.ts"
import { connectDirectly } from "../../../../db/direct-client.ts"
import { StartError } from "../../../../server/config/start-error.ts"

/**
 * The contents of a database at one moment: rows of each table, and the sum of the ledger's entries for each account.
 */
export const counts = z.object({
  tables: z.record(z.string(), z.int()),
  /** In cents, by party and person: "seller 0199…", "platform". */
  accounts: z.record(z.string(), z.int()),
})
export type Counts = z.infer<typeof counts>

/** Counts a database that nobody is changing. */
export async function countAt(url: string): Promise<Counts> {
  const client = await connectDirectly(url)
  try {
    await client.query("set statement_timeout = 0")
    return await countDatabase(client)
  } finally {
    await client.end()
  }
}

/**
 * Counts every table, within the transaction that the connection is in.
 * @throws StartError for a database without Pushcart's tables.
 */
export async function countDatabase(client: Pick<Client, "query">): Promise<Counts> {
  const { rows: asked } = await client.query<{ tables: string | null; hasLedger: boolean }>(COUNTING)
  const { tables, hasLedger } = asked[0] ?? {}
  if (!tables || !hasLedger) throw new StartError("There are no tables of Pushcart's in this database.")
  const { rows } = await client.query<{ name: string; count: string }>(tables)
  const { rows: sums } = await client.query<{ account: string; cents: string }>(
    `select concat_ws(' ', party, user_id) as account, sum(amount_cents) as cents
     from public.ledger_entries group by 1 order by 1`,
  )
  return {
    tables: Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)])),
    accounts: Object.fromEntries(sums.map(({ account, cents }) => [account, Number(cents)])),
  }
}

/** The schemas that are not PostgreSQL's own; of pg_namespace. */
export const OWN_SCHEMAS = "nspname not like 'pg\\_%' and nspname <> 'information_schema'"

/** The query that counts: tables of every schema, including those of the queues and of the migrations. */
const COUNTING = `
  select string_agg(
      format('select %L as name, count(*) as count from %I.%I', nspname || '.' || relname, nspname, relname),
      ' union all ' order by nspname, relname) as tables,
    to_regclass('public.ledger_entries') is not null as "hasLedger"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where relkind = 'r' and relpersistence <> 't' and ${OWN_SCHEMAS}`

/** The differences between the backup and the restored database, one sentence each; empty if there are none. */
export function differences(backedUp: Counts, restored: Counts): string[] {
  return [
    ...changed(backedUp.tables, restored.tables).map(({ name, before, after }) =>
      after === undefined
        ? `${name}: the table is missing, and had ${before} rows.`
        : before === undefined
          ? `${name}: the table was not there when the backup was made.`
          : `${name}: ${after} rows were restored, and there were ${before}.`,
    ),
    ...changed(backedUp.accounts, restored.accounts).map(
      ({ name, before = 0, after = 0 }) =>
        `Ledger of ${name}: the entries add up to ${formatMoney(cents(after))}, and added up to ${formatMoney(cents(before))}.`,
    ),
  ]
}

function changed(before: Record<string, number>, after: Record<string, number>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((one) => one.before !== one.after)
}
