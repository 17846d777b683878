import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isAlive } from "@pushcart/devkit/child"
import pg from "pg"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { answers, type Installation, installation, until } from "./installation.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const OPEN = "Pushcart is open"

/**
 * A stopped data folder that was already in use. Shared, because creating one takes longer than most of these tests.
 */
let used: Installation
const fresh: Installation[] = []

beforeAll(async () => {
  used = await installation()
  await used.start().prints(OPEN)
  await used.stop()
})
afterEach(async () => {
  await used.stop()
  for (const one of fresh.splice(0)) await one.remove()
})
afterAll(() => used.remove())

/** An unused folder and port. */
async function fromNothing(): Promise<Installation> {
  const one = await installation()
  fresh.push(one)
  return one
}

async function inDatabase(one: Installation, query: string): Promise<unknown[]> {
  const { postgresPassword } = JSON.parse(readFileSync(join(one.dataDir, "keys.json"), "utf8"))
  const client = new pg.Client({
    connectionString: `postgres://pushcart:${postgresPassword}@127.0.0.1:${one.facts().postgresPort}/pushcart`,
  })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

const statusOf = async (path: string) => (await fetch(used.url + path).catch(() => undefined))?.status

function postgresPid(one: Installation): number {
  const { postgresDirectory } = one.facts() as unknown as { postgresDirectory: string }
  return Number(readFileSync(join(postgresDirectory, "postmaster.pid"), "utf8").split("\n")[0])
}

describe("npm start", () => {
  it("brings everything up from nothing, and Ctrl-C takes everything down and keeps the data", {
    tags: ["START-1"],
  }, async () => {
    const one = await fromNothing()
    const first = one.start()
    await first.prints(OPEN)
    expect(await answers(one.url)).toBe(true)
    expect(await inDatabase(one, "select count(*)::int as zips from zips")).toEqual([
      { zips: expect.toSatisfy((count: number) => count > 40_000) },
    ])
    await inDatabase(one, "create table kept as select 7 as seven")
    const { webPid, sandboxPid } = one.facts()
    const database = postgresPid(one)
    first.kill("SIGINT")
    expect(await first.ended).toBe(0)
    for (const pid of [webPid, sandboxPid, database]) expect(isAlive(pid ?? 0)).toBe(false)

    await one.start().prints(OPEN)
    expect(await inDatabase(one, "select seven from kept")).toEqual([{ seven: 7 }])
  })

  it("loses nothing to kill -9, and finds the database that was left running", {
    tags: ["START-2"],
  }, async () => {
    const first = used.start()
    await first.prints(OPEN)
    await inDatabase(used, "create table kept_by_one as select 7 as seven")
    const { webPid, sandboxPid } = used.facts()
    const database = postgresPid(used)
    first.kill("SIGKILL")
    await until(
      () => !isAlive(webPid ?? 0) && !isAlive(sandboxPid ?? 0),
      "the children to end with their parent",
    )
    expect(isAlive(database)).toBe(true)

    await used.start().prints(OPEN)
    expect(postgresPid(used)).toBe(database)
    expect(await inDatabase(used, "select seven from kept_by_one")).toEqual([{ seven: 7 }])
  })

  it("comes up after everything was killed at once, the database too", { tags: ["START-2"] }, async () => {
    const first = used.start()
    await first.prints(OPEN)
    await inDatabase(used, "create table kept_by_all as select 7 as seven")
    const { webPid, sandboxPid } = used.facts()
    for (const pid of [postgresPid(used), webPid, sandboxPid, first.pid]) process.kill(pid ?? 0, "SIGKILL")
    await first.ended
    await used.start().prints(OPEN)
    expect(await inDatabase(used, "select seven from kept_by_all")).toEqual([{ seven: 7 }])
  })

  it("starts a server again that was killed, and still stops with Ctrl-C", {
    tags: ["START-13"],
  }, async () => {
    const start = used.start()
    await start.prints(OPEN)
    const { webPid } = used.facts()
    process.kill(webPid ?? 0, "SIGKILL")
    await start.prints("The server ended unexpectedly")
    await until(() => used.facts().webPid !== webPid && answers(used.url), "the server to be there again")
    start.kill("SIGINT")
    expect(await start.ended).toBe(0)
    expect(isAlive(used.facts().webPid ?? 0)).toBe(false)
  })

  it("starts its database again that was killed, where it was, and the site serves again", {
    tags: ["START-13"],
  }, async () => {
    const start = used.start()
    await start.prints(OPEN)
    await inDatabase(used, "create table kept_by_revived as select 7 as seven")
    const database = postgresPid(used)
    process.kill(database, "SIGKILL")
    await start.prints("The database ended unexpectedly (code 137)")
    await until(async () => (await statusOf("/api/v1/ready")) === 200, "the database to be there again")
    expect(await statusOf("/home")).toBe(200)
    const revived = postgresPid(used)
    expect(revived).not.toBe(database)
    expect(await inDatabase(used, "select seven from kept_by_revived")).toEqual([{ seven: 7 }])
    start.kill("SIGINT")
    expect(await start.ended).toBe(0)
    expect(isAlive(revived)).toBe(false)
  })

  it("starts a database again that an earlier start left running", { tags: ["START-13"] }, async () => {
    const first = used.start()
    await first.prints(OPEN)
    first.kill("SIGKILL")
    await first.ended
    const start = used.start()
    await start.prints(OPEN)
    process.kill(postgresPid(used), "SIGKILL")
    await start.prints("The database ended unexpectedly")
    await until(async () => (await statusOf("/api/v1/ready")) === 200, "the database to be there again")
  })

  it("starts the Stripe sandbox again that was killed; /api/v1/ready says when it does not answer", {
    tags: ["START-13", "OPS-6"],
  }, async () => {
    const start = used.start()
    await start.prints(OPEN)
    const sandbox = used.facts().sandboxPid ?? 0
    await until(async () => (await statusOf("/api/v1/ready")) === 200, "everything to be ready")
    process.kill(sandbox, "SIGSTOP")
    const ready = await fetch(`${used.url}/api/v1/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { failing: ["sandbox"] }])
    process.kill(sandbox, "SIGKILL")
    await start.prints("The Stripe sandbox ended unexpectedly (code 137)")
    await until(async () => (await statusOf("/api/v1/ready")) === 200, "the sandbox to be there again")
    expect(used.facts().sandboxPid).not.toBe(sandbox)
    start.kill("SIGINT")
    expect(await start.ended).toBe(0)
    expect(isAlive(used.facts().sandboxPid ?? 0)).toBe(false)
  })

  it("ends by Ctrl-C while everything is just being started again", { tags: ["START-13"] }, async () => {
    const start = used.start()
    await start.prints(OPEN)
    const { webPid, sandboxPid } = used.facts()
    for (const pid of [postgresPid(used), sandboxPid, webPid]) process.kill(pid ?? 0, "SIGKILL")
    for (const name of ["server", "database", "Stripe sandbox"])
      await start.prints(`The ${name} ended unexpectedly`)
    start.kill("SIGINT")
    expect(await start.ended).toBe(0)
    await expect(inDatabase(used, "select 1")).rejects.toThrow()
    for (const pid of [used.facts().sandboxPid, used.facts().webPid]) expect(isAlive(pid ?? 0)).toBe(false)
  })

  it.each([
    ["npm", ["npm", "start"]],
    ["Node", ["node", join(root, "packages/devkit/start.mjs")]],
  ])("ends with the %s in front of it, however that ended", { tags: ["START-1"] }, async (_, command) => {
    const npm = used.start({}, command)
    await npm.prints(OPEN)
    const { pid, webPid } = used.facts()
    const database = postgresPid(used)
    npm.kill("SIGKILL")
    await until(
      () => [pid, webPid, database].every((process) => !isAlive(process ?? 0)),
      "everything to end with it",
    )
  })
})

describe("a start that cannot go on says what to do, and harms nothing", { tags: ["START-3"] }, () => {
  it("when another start has the data folder", async () => {
    await used.start().prints(OPEN)
    const second = used.start()
    expect(await second.ended).not.toBe(0)
    expect(second.output()).toContain(`Pushcart is running already with the data folder ${used.dataDir}`)
    expect(second.output()).toContain("Stop it first, or set DATA_DIR and PORT for a second one.")
    expect(second.output()).not.toMatch(/\n\s+at /)
    expect(await answers(used.url)).toBe(true)
  })

  it("when two start on a new folder at the same moment: one of them serves", async () => {
    const one = await fromNothing()
    const both = [one.start(), one.start()]
    const loser = await Promise.race(
      both.map(async (start) => ((await start.ended) === 0 ? undefined : start)),
    )
    expect(loser?.output()).toContain("Pushcart is running already")
    const winner = both.find((start) => start !== loser)
    await winner?.prints(OPEN)
    expect(await answers(one.url)).toBe(true)
  })

  it("when the port is busy", async () => {
    const other = createServer().listen(used.port, "127.0.0.1")
    const start = used.start()
    expect(await start.ended).not.toBe(0)
    expect(start.output()).toContain(
      `Port ${used.port} is used by another program. Stop that program, or choose another port: PORT=${used.port + 1} npm start`,
    )
    await new Promise((closed) => other.close(closed))
    await used.start().prints(OPEN)
  })

  it("when a provider has half of its keys", { tags: ["OPS-12"] }, async () => {
    const start = used.start({
      STRIPE_SECRET_KEY: "sk_test_half",
      DATABASE_URL: "postgres://127.0.0.1:1/none",
    })
    expect(await start.ended).not.toBe(0)
    expect(start.output()).toContain("STRIPE_PUBLISHABLE_KEY is missing, while STRIPE_SECRET_KEY is set.")
    expect(start.output()).toContain("STRIPE_WEBHOOK_SECRET is missing, while STRIPE_SECRET_KEY is set.")
    expect(start.output()).not.toMatch(/\n\s+at /)
  })

  it("when the database it was given does not answer", async () => {
    const start = used.start({ MODE: "demo", DATABASE_URL: "postgres://127.0.0.1:1/none" })
    expect(await start.ended).not.toBe(0)
    expect(start.output()).toContain("The database at DATABASE_URL does not answer.")
  })
})
