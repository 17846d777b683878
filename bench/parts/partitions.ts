import { and, lt, sql } from "drizzle-orm"
import { pgTable, timestamp } from "drizzle-orm/pg-core"
import { DAY_MS } from "../../core/durations.ts"
import { type DatabasePool, openDatabase } from "../../db/client.ts"
import { deleteInBatches } from "../../db/in-batches.ts"
import type { Figure, Part } from "../report/figure.ts"
import { cpuMs } from "../world/cpu.ts"
import type { World } from "../world/open-world.ts"

/** Number of rows at size 1; the other sizes have 10 and 100 times as many. */
const ROWS = 10_000
const TIMES = { quick: [1, 10], whole: [1, 10, 100] }
const BEGINNING = new Date("2026-01-01T00:00:00Z")
/** Number of single inserts, and below of reads of each kind. */
const INSERTS = 2_000
const READS = 500

type Subject = {
  table: string
  /** Days of a partition, and number of partitions. Older rows are deleted. */
  days: number
  parts: number
  /** Columns to fill, from `n` and the time `moment`. */
  columns: string
  values: string
  /** Conditions for deletion from the oldest part, as in the product: a column's age, and an additional condition. */
  old: [column: string, also?: string][]
  /** Queries by name; $1 is the number of a person or of a thing. */
  reads: Record<string, string>
}

const SUBJECTS: Subject[] = [
  {
    table: "outbox",
    // A month's partition could be dropped only when all of it is a week old, which would store five times the rows.
    days: 1,
    parts: 8,
    columns: "event, payload, created_at, queued_at, published_at",
    values: `'order.placed', jsonb_build_object('orderId', uuidv7(), 'customerId', uuidv7(), 'sellerId', uuidv7()),
      moment, moment, moment`,
    old: [["created_at"]],
    reads: {
      "what is not handed over":
        "select id from $T where queued_at is null and $1::int > 0 order by id limit 100",
    },
  },
  {
    table: "audit_log",
    days: 30,
    parts: 12,
    columns: "actor_role, action, subject_type, subject_id, created_at",
    values: `'admin', 'seller.approved', 'user', (n % 1000)::text, moment`,
    // In the product it is never deleted.
    old: [["created_at"]],
    reads: {
      "one person's":
        "select * from $T where subject_type = 'user' and subject_id = $1::text order by created_at desc limit 50",
      "the newest": "select * from $T where $1::text <> '' order by created_at desc limit 50",
    },
  },
  {
    table: "notifications",
    days: 30,
    parts: 13,
    columns: "user_id, role, message, seen_at, created_at",
    values: `md5((n % 500)::text)::uuid, 'customer', 'Your order is ready to pick up.',
      case when n % 10 > 0 then moment end, moment`,
    old: [["seen_at"], ["created_at", "seen_at is null"]],
    reads: {
      "one person's menu":
        "select * from $T where user_id = md5($1::text)::uuid and role = 'customer' order by id desc limit 20",
      "how many are unseen":
        "select count(*) from $T where user_id = md5($1::text)::uuid and role = 'customer' and seen_at is null",
    },
  },
]

/**
 * Compares PostgreSQL's CPU time for rows in one table, as now, with partitions by age. Rows are deleted in batches as
 * in the product, and the vacuum afterwards counts.
 */
export async function measurePartitions(world: World, options: { quick: boolean }): Promise<Part> {
  const database = openDatabase({
    connectionString: world.databaseUrl,
    max: 1,
    applicationName: "pushcart-bench-partitions",
    onError: () => {},
  })
  try {
    const figures: Figure[] = []
    await database.pool.query("set statement_timeout = 0; set synchronous_commit = off")
    for (const times of TIMES[options.quick ? "quick" : "whole"])
      for (const subject of SUBJECTS) figures.push(...(await compare(database, subject, times)))
    return { part: "partitions", figures }
  } finally {
    await database.close()
  }
}

async function compare(database: DatabasePool, subject: Subject, times: number): Promise<Figure[]> {
  const one = await measure(database, subject, ROWS * times, false)
  const parted = await measure(database, subject, ROWS * times, true)
  return Object.entries(parted).map(([name, { value, unit }]) => ({
    name: `${subject.table} × ${times}: ${name}`,
    value,
    unit,
    better: "less",
    ceiling: { name: "one table", value: one[name]?.value ?? Number.NaN },
  }))
}

type Measured = Record<string, Pick<Figure, "value" | "unit">>

async function measure(
  database: DatabasePool,
  subject: Subject,
  rows: number,
  isParted: boolean,
): Promise<Measured> {
  const { pool } = database
  const name = `${isParted ? "parted" : "one"}_${subject.table}`
  await build(database, subject, { name, rows, isParted })
  const pid = Number((await pool.query("select pg_backend_pid() pid")).rows[0].pid)
  const cpu = async (work: () => Promise<unknown>): Promise<Measured[string]> => {
    const before = cpuMs([pid])
    await work()
    return { value: cpuMs([pid]) - before, unit: "ms" }
  }
  const measured: Measured = {
    "size of a million rows": { value: (1_000_000 * (await megabytesOf(database, name))) / rows, unit: "MB" },
    [`${INSERTS} rows written one by one`]: await cpu(() => insertOneByOne(database, subject, name)),
  }
  for (const [what, text] of Object.entries(subject.reads)) {
    const query = { name: `${name} ${rows} ${what}`, text: text.replace("$T", name) }
    measured[`${READS} times: ${what}`] = await cpu(async () => {
      for (let turn = 0; turn < READS; turn++) await pool.query({ ...query, values: [turn + 1] })
    })
  }
  measured["the oldest part deleted"] = await cpu(() =>
    isParted ? pool.query(`drop table ${name}_0`) : deleteOldest(database, subject, name),
  )
  await pool.query(`drop table ${name}`)
  return measured
}

async function deleteOldest({ db, pool }: DatabasePool, { days, old }: Subject, name: string): Promise<void> {
  const end = new Date(BEGINNING.getTime() + days * DAY_MS)
  for (const [column, also] of old) {
    const table = pgTable(name, { age: timestamp(column, { withTimezone: true, precision: 3 }).notNull() })
    const when = and(lt(table.age, end), also === undefined ? undefined : sql.raw(also))
    await deleteInBatches(db, { by: table.age, when })
  }
  await pool.query(`vacuum ${name}`)
}

async function insertOneByOne({ pool }: DatabasePool, subject: Subject, name: string): Promise<void> {
  const { columns, values, days, parts } = subject
  const last = new Date(BEGINNING.getTime() + days * parts * DAY_MS - 1)
  const text = `insert into ${name} (${columns}) select ${values} from (select $1::int n, $2::timestamptz moment) r`
  await pool.query("begin")
  for (let n = 1; n <= INSERTS; n++) await pool.query({ name: `insert ${name}`, text, values: [n, last] })
  await pool.query("commit")
}

type Wanted = { name: string; rows: number; isParted: boolean }

/**
 * Creates the product's table with its indexes but without its foreign keys, and fills it evenly over its whole period.
 */
async function build(
  { pool }: DatabasePool,
  subject: Subject,
  { name, rows, isParted }: Wanted,
): Promise<void> {
  const { table, days, parts, columns, values } = subject
  await pool.query(
    `create table ${name} (like ${table} including defaults including identity)
     ${isParted ? "partition by range (created_at)" : ""}`,
  )
  const at = (day: number) => `'${new Date(BEGINNING.getTime() + day * DAY_MS).toISOString()}'`
  for (let part = 0; isParted && part < parts; part++)
    await pool.query(
      `create table ${name}_${part} partition of ${name} for values from (${at(part * days)}) to (${at((part + 1) * days)})`,
    )
  await pool.query(
    `insert into ${name} (${columns}) select ${values}
     from (select n, ${at(0)}::timestamptz + (n - 1) * interval '${days * parts} days' / ${rows} as moment
       from generate_series(1, ${rows}) n) r`,
  )
  // In a partitioned table the primary key has to include the partition key.
  await pool.query(`alter table ${name} add primary key (id${isParted ? ", created_at" : ""})`)
  const { rows: indexes } = await pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where tablename = $1 and indexdef not like '%UNIQUE%'",
    [table],
  )
  for (const { indexdef } of indexes)
    await pool.query(indexdef.replace(/INDEX \S+ ON \S+/, `INDEX ON ${name}`))
  await pool.query(`vacuum analyze ${name}`)
}

async function megabytesOf({ pool }: DatabasePool, name: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select pg_total_relation_size('${name}')
      + coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${name}') where isleaf), 0) bytes`,
  )
  return Number(rows[0]?.bytes) / 2 ** 20
}
