import { setSystemTime } from "bun:test"
import type pg from "pg"

/** A day without a change to or from daylight saving time in the United States, and with none in the following week. */
const BEGIN = Date.parse("2026-04-06T15:00:00Z")

export type Clock = {
  now(): number
  /** Advances both clocks: this process's and the database's. */
  advance(seconds: number): Promise<void>
}

/**
 * One clock for process and database. The process uses Bun's own clock, which can be set. In the database, the function
 * now() is replaced by one that reads the time from a table.
 */
export async function startClock(pool: pg.Pool): Promise<Clock> {
  let time = BEGIN
  const set = async () => {
    setSystemTime(new Date(time))
    await pool.query({
      name: "simulation_clock",
      text: "update simulation.clock set at = $1",
      values: [new Date(time)],
    })
  }
  await set()
  return {
    now: () => time,
    async advance(seconds) {
      time += seconds * 1000
      await set()
    },
  }
}

/** Prepares a database for `startClock`. Open its connections only after that. */
export async function putClockInto(client: pg.Client, database: string): Promise<void> {
  await client.query(`
    create schema simulation;
    create table simulation.clock (at timestamptz not null);
    insert into simulation.clock values (pg_catalog.now());
    create function simulation.now() returns timestamptz language sql stable as 'select at from simulation.clock';
    alter database "${database}" set search_path = simulation, pg_catalog, public`)
  const { rows } = await client.query<{ name: string; column: string; expression: string }>(`
    select attrelid::regclass::text as name, attname as column, pg_get_expr(adbin, adrelid) as expression
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where pg_get_expr(adbin, adrelid) like '%now()%'`)
  for (const { name, column, expression } of rows) {
    const ours = expression.replaceAll("now()", "simulation.now()")
    await client.query(`alter table ${name} alter column "${column}" set default ${ours}`)
  }
}
