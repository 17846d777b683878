import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, inject } from "vitest"
import { freePort } from "#server/cli/ports.ts"
import { createTestDatabase, openTestDatabase, type TestDatabase } from "./database.ts"
import { type Installation, installationFacts, launchServer, settings } from "./launch-server.ts"

/** An installation as seen from outside. */
export interface Site {
  /** The site's URL, without a slash at the end. */
  url: string
  /** The Stripe sandbox's own URL, for its controls under /_sandbox. */
  sandboxUrl: string
  database: Omit<TestDatabase, "close">
  dataDir: string
}

/** An installation for one test file, which may break it. */
export interface TestServer extends Site {
  /** Returns everything that the server printed, for messages of failing tests and for tests of the log. */
  output(): string
  /** Kills web server, workers and rooms, as kill -9 does. */
  crash(): Promise<void>
  /** Starts it again with the same address, database and data folder; `changed` overrides settings. */
  restart(changed?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** Additional settings of this server. */
  env?: Record<string, string>
  /** Inserts something between the server and its database. Returns the URL for the server to use. */
  reachDatabase?: (url: string) => Promise<string>
  /** Opens a database on a server other than the tests' own. */
  openDatabase?: () => Promise<TestDatabase>
}

/**
 * The real production build with its own database, data folder, sandbox and workers. It starts in about a second, since
 * the database is a copy and the build is made once.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await (options.openDatabase?.() ?? createTestDatabase({ zips: true, connections: 4 }))
  const dataDir = mkdtempSync(join(tmpdir(), "pushcart-server-"))
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const databaseUrl = (await options.reachDatabase?.(database.url)) ?? database.url
  const variables = { ...settings({ databaseUrl, dataDir, port }), ...options.env }
  let running = await launchServer(variables)
  return {
    url: `http://localhost:${port}`,
    database,
    dataDir,
    get sandboxUrl() {
      return sandboxAddress(dataDir)
    },
    output: () => running.output(),
    async crash() {
      const { webPid, sandboxPid, pid } = installationFacts(dataDir)
      for (const victim of [pid, webPid, sandboxPid]) if (victim) killIfThere(victim)
      await running.ended
    },
    async restart(changed) {
      await running.stop()
      running = await launchServer({ ...variables, ...changed })
    },
    async stop() {
      await running.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * An installation for this file alone, for tests of crashes, outages, limits and settings. All other tests use
 * `useSharedServer`. Use its fields inside tests and hooks only.
 */
export function useServer(options: TestServerOptions = {}): TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startTestServer(options)
  }, 120_000)
  afterAll(() => server?.stop())
  return lateBound(() => server)
}

/**
 * The installation that all test files of a worker share. A test that uses it creates its own people and markets, and
 * never counts things that other tests add to: rows, lists of all markets, emails to everybody. `aPlace` gives it its
 * own lists by place, and each visitor of `useBrowser` and `visitor` has its own address, and so its own rate limits.
 */
export function useSharedServer(): Site {
  let site: Site | undefined
  let database: TestDatabase | undefined
  beforeAll(async () => {
    const answer = await fetch(`${inject("installations")}/${process.env.VITEST_POOL_ID}`)
    if (!answer.ok) throw new Error(await answer.text())
    const installation = (await answer.json()) as Installation
    database = openTestDatabase(installation.databaseUrl, 4)
    site = { ...installation, database, sandboxUrl: sandboxAddress(installation.dataDir) }
  }, 120_000)
  afterAll(() => database?.close())
  return lateBound(() => site)
}

/** Returns a proxy to the object that `get` returns once the hooks have run. */
function lateBound<T extends object>(get: () => T | undefined): T {
  return new Proxy({} as T, {
    get(_, name) {
      const value = get()
      if (!value) throw new Error("The server starts in beforeAll: use it inside of tests and hooks.")
      return value[name as keyof T]
    },
  })
}

const sandboxAddress = (dataDir: string) => `http://127.0.0.1:${installationFacts(dataDir).sandboxPort}`

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // The process has already exited, which is the goal here.
  }
}
