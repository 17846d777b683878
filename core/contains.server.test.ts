import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { useDatabase } from "#tests/support/database.ts"
import { contains } from "./contains.server.ts"

const database = useDatabase()

it.each([
  ["Grace O’Brien", "o'brien", true],
  ["Grace O'Brien", "O´BRIEN", true],
  ["Grace O'Brien", "obrien", true],
  ["José's Peaches", "joses", true],
  ["Joses Peaches", "JOSÉ’S", true],
  ["100% Melons", "100% mel", true],
  ["1000 Melons", "100% mel", false],
  ["Cart_1", "t_1", true],
  ["Cart-1", "t_1", false],
  ["back\\slash", "k\\s", true],
  ["Melons", "me\0lons", true],
  ["Grace Hopper", "grace  hopper", false],
])("looks for %j with %j: %s", { tags: ["ADMIN-2", "ADMIN-13"] }, async (text, typed, isFound) => {
  const { rows } = await database.db.execute(sql`select ${contains(sql`${text}::text`, typed)} as found`)
  expect(rows).toEqual([{ found: isFound }])
})
