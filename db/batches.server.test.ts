import type pg from "pg"
import { afterEach, expect, it } from "vitest"
import { isDatabaseOutage } from "#core/database-outage.ts"
import { useDatabase } from "#tests/support/database.ts"

const database = useDatabase()
type Wire = { sync(): void; describe(portal: unknown): void; stream: { write(...args: unknown[]): boolean } }
let clients: pg.PoolClient[] = []

afterEach(() => {
  for (const client of clients) client.release(true)
  clients = []
})

async function aClient() {
  const client = await database.pool.connect()
  clients.push(client)
  await client.query("create temporary table said (word text, at serial)")
  return client
}

/** How often `work` sends what, on the wire. */
async function sentBy(client: pg.PoolClient, work: () => Promise<unknown>) {
  const { connection } = client as unknown as { connection: Wire }
  const sent = { syncs: 0, describes: 0 }
  const { sync, describe } = connection
  connection.sync = () => {
    sent.syncs += 1
    sync.call(connection)
  }
  connection.describe = (portal) => {
    sent.describes += 1
    describe.call(connection, portal)
  }
  try {
    await work()
  } finally {
    Object.assign(connection, { sync, describe })
  }
  return sent
}

const say = (client: pg.PoolClient, word: string) =>
  client.query<{ word: string; at: number }>({
    name: "said",
    text: "insert into said (word) values ($1) returning word, at",
    values: [word],
  })
const heard = async (client: pg.PoolClient) =>
  (await client.query<{ word: string }>("select word from said order by at")).rows.map(({ word }) => word)

it("has what a transaction asks for in one go travel with one Sync, in its order", async () => {
  const client = await aClient()
  const sent = await sentBy(client, async () => {
    const [begun, one, two, committed] = await Promise.all([
      client.query("begin"),
      say(client, "one"),
      say(client, "two"),
      client.query("commit"),
    ])
    expect([begun.command, one.rows, two.rows[0]?.word, committed.command]).toEqual([
      "BEGIN",
      [{ word: "one", at: 1 }],
      "two",
      "COMMIT",
    ])
  })
  expect(sent.syncs).toBe(1)
  expect(await heard(client)).toEqual(["one", "two"])
})

it("asks once what columns a named statement has, whatever shape its rows are wanted in", async () => {
  const client = await aClient()
  await say(client, "one")
  const sent = await sentBy(client, async () => {
    expect((await say(client, "two")).rows).toEqual([{ word: "two", at: 2 }])
    const asArray = await client.query({
      ...{ name: "said", text: "insert into said (word) values ($1) returning word, at" },
      ...{ values: ["three"], rowMode: "array" },
    })
    expect([asArray.rows, asArray.fields.map(({ name }) => name)]).toEqual([[["three", 3]], ["word", "at"]])
  })
  expect(sent).toEqual({ syncs: 2, describes: 0 })
})

it("remembers that a statement answers no rows", async () => {
  const client = await aClient()
  const hush = () => client.query({ name: "hush", text: "delete from said where word = $1", values: ["one"] })
  await say(client, "one")
  expect([(await hush()).rowCount, (await hush()).rowCount]).toEqual([1, 0])
})

it("outside of a transaction lets each statement fail for itself", async () => {
  const client = await aClient()
  const number = (text: string) => client.query("select $1::int as n", [text])
  const answers = await Promise.allSettled([number("1"), number("no number"), number("3")])
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
})

it("leaves out what comes behind a statement that fails, COMMIT too, and says so of each", {
  tags: ["DATA-1"],
}, async () => {
  const client = await aClient()
  const wrong = { name: "wrong", text: "select 1 / $1::int", values: [0] }
  const answers = await Promise.allSettled([
    client.query("begin"),
    say(client, "one"),
    client.query(wrong),
    client.query({ name: "late", text: "select $1::int n", values: [2] }),
    client.query("commit"),
  ])
  expect(
    answers.map((answer) => (answer.status === "rejected" ? answer.reason.code : answer.status)),
  ).toEqual(["fulfilled", "fulfilled", "22012", "25P02", "25P02"])
  await client.query("rollback")
  expect(await heard(client)).toEqual([])
  // None of them is taken for parsed.
  expect((await client.query({ ...wrong, values: [1] })).rowCount).toBe(1)
  expect((await client.query({ name: "late", text: "select $1::int n", values: [2] })).rows).toEqual([
    { n: 2 },
  ])
})

it("says of what a full disk left out why it was left out", { tags: ["OPS-23"] }, async () => {
  const client = await aClient()
  await client.query(
    "create function pg_temp.fill(int) returns int language plpgsql as $$ begin raise 'No space left on device' using errcode = 'disk_full'; end $$",
  )
  const answers = await Promise.allSettled([
    client.query("begin"),
    client.query("select pg_temp.fill($1)", [1]),
    say(client, "one"),
    client.query("commit"),
  ])
  const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []))
  expect(reasons.map(isDatabaseOutage)).toEqual([true, true, true])
})

it("sends nothing behind a value that cannot be sent", async () => {
  const client = await aClient()
  const ring: Record<string, unknown> = {}
  ring.self = ring
  const answers = await Promise.allSettled([
    client.query("begin"),
    say(client, "one"),
    client.query("insert into said (word) values ($1)", [ring]),
    client.query("commit"),
  ])
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected"])
  await client.query("rollback")
  expect(await heard(client)).toEqual([])
})

it("refuses two statements of one name, where the second would be answered as the first", async () => {
  const client = await aClient()
  await say(client, "one")
  await expect(client.query({ name: "said", text: "select $1::text", values: ["x"] })).rejects.toThrow(
    "Two statements are called said.",
  )
  expect((await say(client, "two")).rows).toEqual([{ word: "two", at: 2 }])
})

it("tells each statement when the connection breaks", { tags: ["DATA-1"] }, async () => {
  const client = await aClient()
  const answers = await Promise.allSettled([
    client.query("begin"),
    client.query("select pg_terminate_backend(pg_backend_pid()) where $1", [true]),
    say(client, "one"),
  ])
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"])
})

it("lets each statement fail for itself again after a transaction that was given up", async () => {
  const client = await aClient()
  await client.query("begin")
  await say(client, "one")
  await client.query("rollback")
  const number = (text: string) => client.query("select $1::int as n", [text])
  const answers = await Promise.allSettled([number("1"), number("no number"), number("3")])
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
})
