import { expect } from "vitest"
import type { TestDatabase } from "./database.ts"

/** Waits until `count` statements of this database wait for a lock. */
export const untilWaiting = ({ pool }: Pick<TestDatabase, "pool">, count: number) =>
  expect.poll(async () => (await pool.query(WAITING)).rowCount, { timeout: 20_000 }).toBe(count)

const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
