import { sql } from "drizzle-orm"
import { expect, it } from "vitest"
import { sessions, users } from "#db/schema/index.ts"
import { transaction } from "#db/transaction.ts"
import { useDatabase } from "#tests/support/database.ts"
import { isDatabaseOutage } from "./operations/database-outage.ts"
import { redacted } from "./redacted.ts"

const database = useDatabase()
const SECRET = "a-token-that-nobody-may-read"

async function failureOf(query: Promise<unknown>): Promise<Error> {
  const error: unknown = await query.catch((thrown) => thrown)
  if (!(error instanceof Error)) throw new Error("It did not fail.")
  return error
}

/** Everything about an error that a log, a stored job or an operations page could show. */
function told(thrown: Error): string {
  const error = redacted(thrown)
  return `${Bun.inspect(error)} ${error.stack} ${JSON.stringify(error)} ${Bun.inspect(error.cause)}`
}

it("tells the statement and PostgreSQL's reason, and none of the values", { tags: ["PRIV-8"] }, async () => {
  const error = await failureOf(database.db.execute(sql`select * from nowhere where token = ${SECRET}`))
  expect(Bun.inspect(error)).toContain(SECRET)
  const text = told(error)
  expect(text).toContain('42P01 relation "nowhere" does not exist')
  expect(text).toContain("select * from nowhere where token = $1")
  expect(text).toContain("\n    at ")
  expect(text).not.toContain(SECRET)
})

it("keeps a token to itself that is looked up with a query of Drizzle's, prepared or in a transaction", {
  tags: ["PRIV-8"],
}, async () => {
  const bad = sql`nowhere.token = ${SECRET}`
  const prepared = database.db.select().from(sessions).where(bad).prepare("told_nowhere")
  for (const query of [
    () => database.db.select().from(sessions).where(bad),
    () => prepared.execute(),
    () => transaction(database.db, (tx) => tx.select().from(sessions).where(bad)),
  ]) {
    const error = await failureOf(query())
    expect(Bun.inspect(error)).toContain(SECRET)
    expect(told(error)).not.toContain(SECRET)
  }
})

it("leaves out the row that is in the way, and the value that PostgreSQL could not take", {
  tags: ["PRIV-8"],
}, async () => {
  const user = { name: "Grace Green", email: "grace.green@example.test" }
  await database.db.insert(users).values(user)
  const twice = await failureOf(database.db.insert(users).values(user))
  expect(told(twice)).toMatch(/23505 duplicate key/)
  expect(told(twice)).not.toContain(user.email)
  expect(redacted(twice).cause).toMatchObject({ code: "23505", constraint: expect.stringContaining("email") })
  const odd = await failureOf(database.db.execute(sql`select ${SECRET}::text::uuid`))
  expect(told(odd)).toContain("22P02")
  expect(told(odd)).not.toContain(SECRET)
})

it("does the same for what the driver alone throws, and for an error that wraps another and repeats its message", {
  tags: ["PRIV-8"],
}, async () => {
  const user = { name: "Ada Ash", email: "ada.ash@example.test" }
  await database.db.insert(users).values(user)
  const plain = database.pool.query("insert into users (name, email) values ($1, $2)", [
    user.name,
    user.email,
  ])
  expect(told(await failureOf(plain))).not.toContain(user.email)
  const cause = await failureOf(database.db.insert(users).values(user))
  const wrapped = new Error(`1 of 2 rows failed, the first: ${cause.message}`, { cause })
  expect(wrapped.message).toContain(user.email)
  expect(told(wrapped)).toContain("1 of 2 rows failed, the first: Failed query (23505")
  expect(told(wrapped)).not.toContain(user.email)
})

it("still tells an outage from a fault, and leaves every other error as it is", {
  tags: ["OPS-8"],
}, async () => {
  const other = new Error("the image is broken", { cause: new Error("of a kind that nobody knows") })
  expect(redacted(other)).toBe(other)
  const killed = database.db.execute(sql`select pg_terminate_backend(pg_backend_pid()), ${SECRET}::text`)
  const outage = redacted(await failureOf(killed))
  expect(isDatabaseOutage(outage)).toBe(true)
  expect(redacted(outage)).toBe(outage)
})
