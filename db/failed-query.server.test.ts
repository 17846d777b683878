import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { sessions, users } from "#db/schema/index.ts"
import { useDatabase } from "#tests/support/database.ts"

const database = useDatabase()
const SECRET = "a-token-that-nobody-may-read"

/** All that a log, a stored job or a page of ops could show of it. */
async function told(query: Promise<unknown>): Promise<string> {
  const error: unknown = await query.catch((thrown) => thrown)
  if (!(error instanceof Error)) throw new Error("It did not fail.")
  return `${Bun.inspect(error)} ${error.stack} ${JSON.stringify(error)} ${Bun.inspect(error.cause)}`
}

it("tells the statement and PostgreSQL's reason, and none of the values", { tags: ["PRIV-8"] }, async () => {
  const text = await told(database.db.execute(sql`select * from nowhere where token = ${SECRET}`))
  expect(text).toContain('42P01 relation "nowhere" does not exist')
  expect(text).toContain("select * from nowhere where token = $1")
  expect(text).not.toContain(SECRET)
})

it("keeps a token to itself that is looked up with a query of Drizzle's, prepared or in a transaction", {
  tags: ["PRIV-8"],
}, async () => {
  const bad = sql`nowhere.token = ${SECRET}`
  expect(await told(database.db.select().from(sessions).where(bad))).not.toContain(SECRET)
  const prepared = database.db.select().from(sessions).where(bad).prepare("told_nowhere")
  expect(await told(prepared.execute())).not.toContain(SECRET)
  expect(await told(database.db.transaction((tx) => tx.select().from(sessions).where(bad)))).not.toContain(
    SECRET,
  )
})

it("leaves out the row that is in the way, and the value that PostgreSQL could not take", {
  tags: ["PRIV-8"],
}, async () => {
  const user = { name: "Grace Green", email: "grace.green@example.test" }
  await database.db.insert(users).values(user)
  const twice = await told(database.db.insert(users).values(user))
  expect(twice).toMatch(/23505 duplicate key/)
  expect(twice).not.toContain(user.email)
  const odd = await told(database.db.execute(sql`select ${SECRET}::text::uuid`))
  expect(odd).toContain("22P02")
  expect(odd).not.toContain(SECRET)
})
