import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { root } from "@pushcart/devkit/start-everything"
import { afterEach, expect, it } from "vitest"
import { NEWEST_MIGRATION } from "#db/fitness.ts"
import { freePort } from "#server/cli/ports.ts"
import { createTestDatabase } from "#tests/support/database.ts"
import { databaseDoor } from "#tests/support/database-door.ts"
import { logLines } from "#tests/support/log.ts"
import { rawRequest } from "#tests/support/raw-request.ts"
import { useServer } from "#tests/support/server.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"

/** Provides the build and the card provider's sandbox. */
const server = useServer()
const steps: (() => unknown)[] = []
afterEach(async () => {
  for (const step of steps.splice(0).reverse()) await step()
})

/** Starts one of our programs as if it were on its own machine. */
async function start(file: string, variables: Record<string, string>) {
  const port = await freePort()
  const child = spawn(join(root, "node_modules/.bin/bun"), [join(root, file), "--parent-pipe"], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      PORT: String(port),
      ROOMS_SECRET: "r".repeat(32),
      ...variables,
    },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  steps.push(async () => {
    child.kill("SIGKILL")
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    child,
    ended,
    said: () => said,
    status: async (path: string) => (await fetch(url + path).catch(() => undefined))?.status,
  }
}

const aWebProcess = (databaseUrl: string, dataDir = server.dataDir) =>
  start("server/index.ts", {
    PROCESS: "web",
    MODE: "demo",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PARTY_HOST: "http://127.0.0.1:9",
    STRIPE_API_URL: server.sandboxUrl,
    STRIPE_SECRET_KEY: sandboxOf(server).secretKey,
    STRIPE_PUBLISHABLE_KEY: "pk_test_sandbox",
    STRIPE_WEBHOOK_SECRET: "whsec_unused",
    AUTH_SECRET: "a".repeat(32),
    IMAGE_SECRET: "i".repeat(32),
  })

async function aDatabase() {
  const database = await createTestDatabase({ connections: 2 })
  steps.push(database.close)
  return database
}

const setNewest = "update drizzle.__drizzle_migrations set created_at = created_at + $1 where created_at = $2"

it("rejects a schema that is older than its own, or none, in a sentence with the command", {
  tags: ["OPS-27"],
}, async () => {
  const older = await aDatabase()
  await older.pool.query("delete from drizzle.__drizzle_migrations where created_at = $1", [NEWEST_MIGRATION])
  const empty = await aDatabase()
  await empty.pool.query("drop schema drizzle cascade")
  for (const [database, sentence] of [
    [older, /are of an older version of Pushcart\. Run .*server\/cli\/migrate\.ts/],
    [empty, /has no tables of Pushcart's yet\. Run .*server\/cli\/migrate\.ts/],
  ] as const) {
    const web = await aWebProcess(database.url)
    expect(await web.ended).toBe(1)
    expect(web.said()).toMatch(sentence)
    expect(web.said()).not.toMatch(/^\s+at /m)
  }
})

it("takes the schema of a later version", { tags: ["OPS-27"] }, async () => {
  const later = await aDatabase()
  await later.pool.query(setNewest, [1_000, NEWEST_MIGRATION])
  const web = await aWebProcess(later.url)
  await expect.poll(() => web.status("/api/v1/health"), { timeout: 30_000 }).toBe(200)
})

it("waits for a database that it cannot reach yet, alive and not to be asked, then serves", {
  tags: ["OPS-7", "OPS-27"],
}, async () => {
  const door = await databaseDoor((await aDatabase()).url)
  await door.shut()
  const web = await aWebProcess(door.url)
  await expect.poll(() => web.status("/api/v1/live"), { timeout: 30_000 }).toBe(200)
  const health = await fetch(`${web.url}/api/v1/health`)
  expect([health.status, await health.json()]).toMatchObject([
    503,
    { status: "starting", failing: ["database"] },
  ])
  expect(await web.status("/home")).toBe(503)
  await door.open()
  steps.push(door.shut)
  await expect.poll(() => web.status("/api/v1/health"), { timeout: 30_000 }).toBe(200)
  expect(await web.status("/home")).toBe(200)
})

it("has the same probes in the rooms' program, which says so when it is told to stop", {
  tags: ["OPS-7", "OPS-26"],
}, async () => {
  const rooms = await start("server/cli/party.ts", { DRAIN_SECONDS: "30" })
  await expect.poll(() => rooms.status("/health"), { timeout: 30_000 }).toBe(200)
  for (const path of ["/api/v1/live", "/api/v1/health", "/api/v1/ready"])
    expect([path, (await rawRequest(rooms.url, `GET ${path} HTTP/1.0`)).status]).toEqual([path, 200])
  expect((await rawRequest(rooms.url, "GET /parties/none HTTP/1.0")).status).toBe(404)
  rooms.child.kill("SIGTERM")
  await expect.poll(() => rooms.status("/api/v1/health")).toBe(503)
  expect(await rooms.status("/api/v1/live")).toBe(200)
})

it("has metrics in the rooms' program, for who brings the token", { tags: ["OPS-4"] }, async () => {
  const rooms = await start("server/cli/party.ts", { METRICS_TOKEN: "a token that only Prometheus knows" })
  await expect.poll(() => rooms.status("/health"), { timeout: 30_000 }).toBe(200)
  expect(await rooms.status("/metrics")).toBe(401)
  const authorization = "Bearer a token that only Prometheus knows"
  const told = await (await fetch(`${rooms.url}/metrics`, { headers: { authorization } })).text()
  expect(told).toContain("pushcart_process_room_sockets 0")
  expect(told).toMatch(/^pushcart_nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m)
  const without = await start("server/cli/party.ts", {})
  await expect.poll(() => without.status("/health"), { timeout: 30_000 }).toBe(200)
  expect(await without.status("/metrics")).toBe(404)
})

it("logs in the rooms' program as in the others, from LOG_LEVEL on, without rooms and tickets", {
  tags: ["OPS-29"],
}, async () => {
  const ask = async (level: string) => {
    const rooms = await start("server/cli/party.ts", { LOG_LEVEL: level })
    await expect.poll(() => rooms.status("/health"), { timeout: 30_000 }).toBe(200)
    expect(await rooms.status("/parties/customer/quentin?ticket=a.b.c")).toBe(401)
    return rooms
  }
  const quiet = await ask("error")
  const rooms = await ask("warn")
  await expect.poll(() => logLines(rooms.said())).toHaveLength(2)
  expect(logLines(rooms.said())).toMatchObject([
    { level: "info", process: "party", event: "listening", port: expect.any(Number) },
    {
      level: "warn",
      process: "party",
      event: "request",
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      route: "/parties/:role/:room",
      method: "GET",
      status: 401,
    },
  ])
  expect(rooms.said()).not.toMatch(/quentin|a\.b\.c/)
  expect(logLines(quiet.said()).map(({ event }) => event)).toEqual(["listening"])
})

it("warns where it keeps files on another disk than the others, who would look for them in vain", {
  tags: ["OPS-42"],
}, async () => {
  const { url } = await aDatabase()
  const folder = mkdtempSync(join(tmpdir(), "pushcart-other-disk-"))
  steps.push(() => rmSync(folder, { recursive: true }))
  const first = await aWebProcess(url)
  await expect.poll(() => first.status("/api/v1/health"), { timeout: 30_000 }).toBe(200)
  const same = await aWebProcess(url)
  await expect.poll(() => same.status("/api/v1/health"), { timeout: 30_000 }).toBe(200)
  const other = await aWebProcess(url, folder)
  await expect.poll(() => other.status("/api/v1/health"), { timeout: 30_000 }).toBe(200)
  const warned = (said: string) => logLines(said).filter(({ event }) => event === "files.apart")
  expect(warned(first.said() + same.said())).toEqual([])
  expect(warned(other.said())).toEqual([
    expect.objectContaining({ level: "warn", todo: expect.stringContaining("DATA_DIR") }),
  ])
})
