import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll } from "vitest"
import { freePort } from "#server/platform/ports.ts"
import { createTestDatabase, type TestDatabase } from "./database.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

export interface TestServer {
  /** The site's address, without a slash at the end. */
  url: string
  /** The Stripe sandbox's own address, for its switches under /_sandbox. */
  sandboxUrl: string
  database: TestDatabase
  dataDir: string
  /** Everything that the server printed, for messages of failing tests and for tests of what is logged. */
  output(): string
  /** Ends web server, workers and rooms at once, as kill -9 does. */
  crash(): Promise<void>
  /** Starts it again, with the same address, database and data folder. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface TestServerOptions {
  /** Further settings of this server. */
  env?: Record<string, string>
  /** Puts something between the server and its database; answers the address that the server gets. */
  reachDatabase?: (url: string) => Promise<string>
}

/**
 * The real production build with a database, a data folder, a sandbox and workers of its own.
 * It starts in about a second, since the database is a copy and the build is made once.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase({ zips: true, connections: 4 })
  const dataDir = mkdtempSync(join(tmpdir(), "pushcart-server-"))
  chmodSync(dataDir, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const variables = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: (await options.reachDatabase?.(database.url)) ?? database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO: "1",
    SEED: "off",
    ...options.env,
  }
  let running = await launch(variables)
  const facts = () => JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as Record<string, number>
  return {
    url,
    database,
    dataDir,
    get sandboxUrl() {
      return `http://127.0.0.1:${facts().sandboxPort}`
    },
    output: () => running.output(),
    async crash() {
      const { webPid, sandboxPid, pid } = facts()
      for (const victim of [pid, webPid, sandboxPid]) if (victim) killIfThere(victim)
      await running.ended
    },
    async restart() {
      await running.stop()
      running = await launch(variables)
    },
    async stop() {
      await running.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** One server for all tests of a file. Use its fields inside tests and hooks only. */
export function useServer(options: TestServerOptions = {}): TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startTestServer(options)
  }, 120_000)
  afterAll(() => server?.stop())
  return new Proxy({} as TestServer, {
    get(_, name: keyof TestServer) {
      if (!server) throw new Error("The server starts in beforeAll: use it inside of tests and hooks.")
      return server[name]
    },
  })
}

interface Running {
  output(): string
  ended: Promise<void>
  stop(): Promise<void>
}

async function launch(variables: Record<string, string | undefined>): Promise<Running> {
  const child = spawn(
    join(root, "node_modules/.bin/bun"),
    [join(root, "server/cli/start.ts"), "--parent-pipe"],
    {
      cwd: root,
      env: { ...variables, NODE_ENV: "production" } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
    },
  )
  child.stdin.on("error", () => {})
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const lines = collect(child)
  const opened = lines.waitFor("Pushcart is open")
  await Promise.race([
    opened,
    ended.then(() => Promise.reject(new Error(`The server did not start:\n${lines.text()}`))),
  ])
  return {
    output: lines.text,
    ended,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

function collect(child: ChildProcess) {
  const lines: string[] = []
  const waiting: { text: string; found(): void }[] = []
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface(stream).on("line", (line) => {
      lines.push(line)
      for (const { text, found } of waiting) if (line.includes(text)) found()
    })
  }
  return {
    text: () => lines.join("\n"),
    waitFor: (text: string) => new Promise<void>((found) => waiting.push({ text, found })),
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It ended by itself, which is what was wanted.
  }
}
