import { eq, sql } from "drizzle-orm"
import type pg from "pg"
import { afterEach, expect, it } from "vitest"
import { useDatabase } from "#tests/support/database.ts"
import type { Executor } from "./client.ts"
import { prepared, preparedSql } from "./prepared.ts"
import { rateLimits } from "./schema/index.ts"

const database = useDatabase({ connections: 3 })
const REFUSED = { name: "DomainError", code: "not_allowed" }

afterEach(() => database.db.delete(rateLimits).then(() => {}))

const given = (holds: boolean) =>
  database.on({ name: "a_condition", text: "select 1 / $1::int", values: [holds ? 1 : 0] })

const bucket = (key: string) => ({ key, count: 1, resetsAt: new Date() })
const insertPrepared = preparedSql(
  "on_condition_insert",
  sql`insert into rate_limits (key, count, resets_at) values (${sql.placeholder("key")}, 1, now())`,
)
const findPrepared = prepared((db) =>
  db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(eq(rateLimits.key, sql.placeholder("key")))
    .prepare("on_condition_find"),
)
const keys = async () => (await database.db.select().from(rateLimits)).map(({ key }) => key).sort()

const WAYS: Record<string, (db: Executor) => Promise<unknown>> = {
  "a prepared statement": (db) => insertPrepared(db, { key: "written" }),
  "a prepared query": (db) => findPrepared(db).execute({ key: "written" }),
  "a builder": (db) => db.insert(rateLimits).values(bucket("written")),
  "a statement in SQL": (db) =>
    db.execute(sql`insert into rate_limits (key, count, resets_at) values ('written', 1, now())`),
  "one with a value": (db) =>
    db.execute(sql`insert into rate_limits (key, count, resets_at) values (${"written"}, 1, now())`),
  "a transaction": (db) => db.transaction((tx) => insertPrepared(tx, { key: "written" })),
  "a transaction that begins by a statement in SQL": (db) =>
    db.transaction((tx) =>
      tx.execute(sql`insert into rate_limits (key, count, resets_at) values ('written', 1, now())`),
    ),
  "a transaction that begins by reading": (db) =>
    db.transaction(async (tx) => {
      await findPrepared(tx).execute({ key: "written" })
      await tx.insert(rateLimits).values(bucket("written"))
    }),
}

it.each(Object.entries(WAYS))("does %s where the condition holds", async (name, act) => {
  const { db, holds } = given(true)
  await act(db)
  expect(await keys()).toEqual(name === "a prepared query" ? [] : ["written"])
  expect(await holds()).toBe(true)
})

it.each(Object.entries(WAYS))(
  "refuses %s where it does not, and has done nothing",
  { tags: ["ACCT-25"] },
  async (_name, act) => {
    const { db, holds } = given(false)
    await expect(act(db)).rejects.toMatchObject(REFUSED)
    expect(await holds()).toBe(false)
    expect(await keys()).toEqual([])
    await expect(act(db), "asked again").rejects.toMatchObject(REFUSED)
    expect(await keys()).toEqual([])
  },
)

it("has whatever is asked for meanwhile wait for the answer", async () => {
  const { db } = given(false)
  const acts = [1, 2, 3].map((turn) => insertPrepared(db, { key: `turn ${turn}` }))
  const outcomes = await Promise.allSettled(acts)
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"])
  expect(await keys()).toEqual([])
})

it("has the question travel with the first statement, and asks it once", async () => {
  const { db } = given(true)
  const sent = await sentBy(async () => {
    await insertPrepared(db, { key: "one" })
    await insertPrepared(db, { key: "two" })
    await db.transaction((tx) => insertPrepared(tx, { key: "three" }))
  })
  // Of the transaction: its statement with BEGIN, then COMMIT.
  expect(sent).toEqual({ messages: 4, questions: 1 })
  const transaction = given(true)
  expect(await sentBy(() => transaction.db.transaction((tx) => insertPrepared(tx, { key: "four" })))).toEqual(
    { messages: 2, questions: 1 },
  )
})

it("asks by itself where nothing was asked of the database", async () => {
  expect(await given(true).holds()).toBe(true)
  expect(await given(false).holds()).toBe(false)
})

it("tells a statement's own error as it is", { tags: ["DATA-2"] }, async () => {
  const { db, holds } = given(true)
  await insertPrepared(db, { key: "once" })
  await expect(insertPrepared(db, { key: "once" })).rejects.toMatchObject({ cause: { code: "23505" } })
  const first = given(true)
  await expect(insertPrepared(first.db, { key: "once" })).rejects.toMatchObject({ cause: { code: "23505" } })
  expect([await holds(), await first.holds()]).toEqual([true, true])
})

it("leaves the connection to whoever comes next", async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { db } = given(false)
    await expect(db.transaction((tx) => insertPrepared(tx, { key: "lost" }))).rejects.toMatchObject(REFUSED)
    await expect(insertPrepared(db, { key: "lost" })).rejects.toMatchObject(REFUSED)
  }
  expect(database.pool.waitingCount + database.pool.totalCount - database.pool.idleCount).toBe(0)
  await database.db.transaction((tx) => insertPrepared(tx, { key: "next" }))
  expect(await keys()).toEqual(["next"])
})

it("says that nobody could be asked where there is no database", async () => {
  const { db, holds } = database.on({ name: "broken", text: "select broken", values: [] })
  await expect(insertPrepared(db, { key: "lost" })).rejects.toThrow()
  await expect(holds()).rejects.toMatchObject({ code: "42703" })
})

/** Over all connections of the pool: how many messages, and how many of them with the question. */
async function sentBy(work: () => Promise<unknown>) {
  const clients = await Promise.all([1, 2, 3].map(() => database.pool.connect()))
  const sent = { messages: 0, questions: 0 }
  const undo = clients.map((client) => watch(client, sent))
  for (const client of clients) client.release()
  await work()
  for (const stop of undo) stop()
  return sent
}

type Wire = { sync(): void; bind(portal: { statement?: string }): void }

function watch(client: pg.PoolClient, sent: { messages: number; questions: number }) {
  const { connection } = client as unknown as { connection: Wire }
  const { sync, bind } = connection
  connection.sync = () => {
    sent.messages += 1
    sync.call(connection)
  }
  connection.bind = (portal) => {
    if (portal.statement === "a_condition") sent.questions += 1
    bind.call(connection, portal)
  }
  return () => void Object.assign(connection, { sync, bind })
}
