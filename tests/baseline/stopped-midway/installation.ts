import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))

export interface Installation {
  url: string
  /** The Stripe sandbox's own URL and secret key. */
  sandbox: { url: string; secretKey: string }
  /** Returns everything that it printed. */
  output(): string
  /** Kills all its processes at once, as kill -9 does. */
  crash(): Promise<void>
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>
}

type Variables = Record<string, string>

/** Starts the production build as `npm start` does, with its own database and data folder. */
export async function start(options: {
  databaseUrl: string
  dataDir: string
  port: number
  env?: Variables
}): Promise<Installation> {
  const { databaseUrl, dataDir, port, env = {} } = options
  const child = spawn(
    join(root, "node_modules/.bin/bun"),
    [join(root, "packages/devkit/src/start/start.ts"), "--parent-pipe"],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_ENV: "production",
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: String(port),
        DEMO: "1",
        SEED: "off",
        API_REQUESTS_PER_MINUTE: "100000",
        ...env,
      } as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "pipe"],
    },
  )
  child.stdin?.on("error", () => {})
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const lines = await untilOpen(child, ended)
  const facts = readJson<Record<string, number>>(dataDir, "run.json")
  const { stripeSecretKey = "" } = readJson<Record<string, string>>(dataDir, "keys.json")
  return {
    url: `http://localhost:${port}`,
    sandbox: {
      url: `http://127.0.0.1:${facts.sandboxPort}`,
      secretKey: `sk_test_${stripeSecretKey}`,
    },
    output: () => lines.join("\n"),
    async crash() {
      // When this start runs no sandbox, the facts still contain the process id of the last one.
      const pids = [child.pid, facts.webPid, ...(env.STRIPE_SECRET_KEY ? [] : [facts.sandboxPid])]
      for (const pid of pids) if (pid) killIfThere(pid)
      await ended
    },
    async stop() {
      child.stdin?.end()
      await ended
    },
  }
}

async function untilOpen(child: ChildProcess, ended: Promise<void>): Promise<string[]> {
  const lines: string[] = []
  const open = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface(stream).on("line", (line) => {
        lines.push(line)
        if (line.includes("Pushcart is open")) resolve()
      })
    }
  })
  const failed = ended.then(() => {
    throw new Error(`The installation did not start:\n${lines.join("\n")}`)
  })
  await Promise.race([open, failed])
  return lines
}

/** Starts the tests' PostgreSQL for a script outside Vitest. It ends with this process. */
export async function startPostgres(): Promise<string> {
  const child = spawn(
    join(root, "node_modules/.bin/bun"),
    [join(root, "tests/support/postgres-keeper.ts"), "--parent-pipe"],
    { cwd: root, stdio: ["pipe", "pipe", "inherit"] },
  )
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on("line", resolve)
    child.once("exit", () => reject(new Error("PostgreSQL did not start.")))
  })
  return (JSON.parse(line) as { url: string }).url
}

/** A local port that closes the first connections and never responds on the others. */
export async function blackHole(hangsUp = 0): Promise<{ port: number; close(): void }> {
  let callers = 0
  const server: Server = createServer((socket) => {
    socket.on("error", () => {})
    callers += 1
    if (callers <= hangsUp) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return { port: typeof address === "object" && address ? address.port : 0, close: () => server.close() }
}

const readJson = <A>(folder: string, file: string) =>
  JSON.parse(readFileSync(join(folder, file), "utf8")) as A

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // The process has already exited, which is the goal here.
  }
}
