import { expect, it } from "vitest"
import { useDatabase } from "#tests/support/database.ts"

const database = useDatabase()
type Stream = { write(bytes: Uint8Array, ...rest: unknown[]): boolean; writableCorked: number }

it("sends what waits for nothing as one write, in the order in which it was asked", async () => {
  const client = await database.pool.connect()
  try {
    await client.query("create temporary table said (word text, at serial)")
    const { stream } = (client as unknown as { connection: { stream: Stream } }).connection
    const say = (word: string) => client.query("insert into said (word) values ($1)", [word])
    const sent = [say("one"), say("two"), say("three")]
    const heldBack = stream.writableCorked
    await Promise.all(sent)
    expect(heldBack).toBe(1)
    expect(stream.writableCorked).toBe(0)
    const { rows } = await client.query<{ word: string }>("select word from said order by at")
    expect(rows.map(({ word }) => word)).toEqual(["one", "two", "three"])
  } finally {
    client.release(true)
  }
})

it("lets each statement fail for itself", async () => {
  const client = await database.pool.connect()
  try {
    const answers = await Promise.allSettled([
      client.query("select $1::int as n", ["1"]),
      client.query("select $1::int as n", ["no number"]),
      client.query("select $1::int as n", ["3"]),
    ])
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
  } finally {
    client.release()
  }
})
