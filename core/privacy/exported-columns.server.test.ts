import { getTableColumns, getTableName, is } from "drizzle-orm"
import { PgColumn } from "drizzle-orm/pg-core"
import { expect, it, vi } from "vitest"
import type { Database } from "#db/client.ts"
import { useFullLives } from "#tests/support/full-life.ts"
import { NOT_EXPORTED } from "#tests/support/not-exported.ts"
import { exportAccount } from "./export-account.server.ts"

const { database, as, aFullLife } = useFullLives()

it("reads each column of the tables of an export, or says why not", { tags: ["PRIV-12"] }, async () => {
  const { userId } = await aFullLife()
  // A separate executor, so that queries that were already prepared are built again.
  const db: Database = Object.create(database.db)
  const select = vi.spyOn(db, "select")
  await exportAccount({ ...as("seller", userId), db })
  const selections = select.mock.calls.map(([columns]) => columns as object | undefined)
  expect(selections.every(Boolean), "a select() without names takes whatever is added later").toBe(true)
  const read = selections
    .flatMap((columns) => Object.values(columns ?? {}))
    .filter((one) => is(one, PgColumn))
  const tables = new Set(read.map(({ table }) => table))
  const notRead = [...tables]
    .flatMap((table) => Object.values(getTableColumns(table)))
    .filter((column) => !read.includes(column as PgColumn))
  expect(notRead.map(nameOf).sort()).toEqual(Object.values(NOT_EXPORTED).flat().map(nameOf).sort())
})

const nameOf = ({ table, name }: Pick<PgColumn, "table" | "name">) => `${getTableName(table)}.${name}`
