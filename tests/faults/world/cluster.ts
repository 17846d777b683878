import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openDataDir } from "@pushcart/devkit/data-dir"
import { startSandbox } from "@pushcart/devkit/sandbox"
import { type DatabasePool, openDatabase } from "#db/client.ts"
import { freePort } from "#server/cli/ports.ts"
import { parseSettings } from "#server/config/env.ts"
import { type Balancer, type BalancerKind, startBalancer } from "./balancer.ts"
import { type Front, startFront } from "./front.ts"
import { type Pooler, startPooler } from "./pooler.ts"
import { fromHere, type Program, program, type Variables } from "./program.ts"
import { type Postgres, type Redis, startStores } from "./stores.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "")

export interface ClusterOptions {
  web?: number
  workers?: number
  parties?: number
  /** Whether the queues use Redis; otherwise they use PostgreSQL. */
  redis?: boolean
  /** Whether PgBouncer runs between the processes and PostgreSQL. */
  pooler?: boolean
  /** Additional settings of web and workers. */
  env?: Record<string, string>
  /** Data folder of web and workers, instead of a new one. */
  dataDir?: string
  /** How programs are started, if not by this checkout's Bun, and the path they see for `dataDir`. */
  inside?: { command(file: string): string[]; dataDir: string }
  /** PostgreSQL's data folder, instead of a new one. */
  databaseDir?: string
  /**
   * A balancer in front with TLS, by its sample in deploy/. The site and the first rooms process are then reached
   * through it.
   */
  balancer?: BalancerKind
  /** The build that web and workers are started from, instead of this checkout's. */
  build?: string
}

/** Pushcart as on many machines: each process runs separately on this one, behind a load balancer. */
export interface Cluster {
  site: string
  front: Front
  balancer: Balancer | undefined
  database: DatabasePool
  databaseUrl: string
  dataDir: string
  authSecret: string
  redis: Redis | undefined
  postgres: Postgres
  pooler: Pooler | undefined
  sandbox: { url: string; secretKey: string }
  web: Program[]
  workers: Program[]
  parties: Program[]
  /** The settings of web and workers. */
  variables: Variables
  close(): Promise<void>
}

/** Starts a cluster. What was started is stopped again if a later part fails. */
export async function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const started = new AsyncDisposableStack()
  try {
    return { ...(await build(options, started)), close: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function build(
  options: ClusterOptions,
  started: AsyncDisposableStack,
): Promise<Omit<Cluster, "close">> {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-cluster-"))
  chmodSync(folder, 0o711)
  started.defer(() => rmSync(folder, { recursive: true, force: true }))
  const data = openDataDir(folder)
  started.defer(data.release)
  const stores = await startStores({ redis: options.redis ?? true, directory: options.databaseDir }, started)
  const pooler = options.pooler ? await startPooler(stores.databaseUrl) : undefined
  if (pooler) started.defer(pooler.remove)
  const sitePort = await freePort()
  const balancerPort = options.balancer ? await freePort() : undefined
  const publicUrl = balancerPort ? `https://localhost:${balancerPort}` : `http://localhost:${sitePort}`
  const sandbox = await startSandbox({
    root,
    data,
    settings: parseSettings({ PORT: String(sitePort) }),
    mount: "/dev/stripe",
  })
  started.defer(sandbox.stop)
  const command = options.inside?.command
  const parties = await startParties(options.parties ?? 2, data.keys.roomsSecret, started, command)
  const variables: Variables = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    MODE: "demo",
    LOG_LEVEL: "warn",
    DATA_DIR: options.inside?.dataDir ?? options.dataDir ?? data.path,
    PUBLIC_URL: publicUrl,
    TRUSTED_PROXY: "127.0.0.1,::1",
    DRAIN_SECONDS: "1",
    AUTH_SECRET: data.keys.authSecret,
    ROOMS_SECRET: data.keys.roomsSecret,
    IMAGE_SECRET: data.keys.imageSecret,
    DATABASE_URL: pooler?.url ?? stores.databaseUrl,
    ...(pooler ? { DATABASE_DIRECT_URL: stores.databaseUrl } : {}),
    ...(stores.redis ? { REDIS_URL: stores.redis.url } : {}),
    PARTY_HOST: parties.map(({ url }) => url).join(","),
    ...(balancerPort ? { PARTY_PUBLIC_HOST: publicUrl } : {}),
    ...sandbox.variables,
    ...options.env,
  }
  await migrateTwiceAtOnce(variables, command)
  const starts = { variables, started, command, build: options.build }
  const web = await startServers("web", options.web ?? 2, starts)
  const workers = await startServers("worker", options.workers ?? 2, starts)
  const front = startFront(
    web.map(({ url }) => url),
    sitePort,
  )
  started.defer(front.stop)
  const balancer =
    options.balancer && balancerPort
      ? await startBalancer(options.balancer, {
          port: balancerPort,
          web: web.map(({ url }) => url),
          rooms: parties[0]?.url ?? "",
        })
      : undefined
  if (balancer) started.defer(balancer.stop)
  const database = openDatabase({
    connectionString: stores.databaseUrl,
    max: 4,
    applicationName: "pushcart-faults",
    onError: () => {},
  })
  started.defer(database.close)
  return {
    site: balancer?.url ?? front.url,
    front,
    balancer,
    database,
    databaseUrl: stores.databaseUrl,
    dataDir: options.dataDir ?? data.path,
    authSecret: data.keys.authSecret,
    redis: stores.redis,
    postgres: stores.postgres,
    pooler,
    sandbox: {
      url: sandbox.variables.STRIPE_API_URL ?? "",
      secretKey: sandbox.variables.STRIPE_SECRET_KEY ?? "",
    },
    web,
    workers,
    parties,
    variables,
  }
}

/** Runs two migrations at the same time, as two machines would: one migrates, the other waits and finds it done. */
async function migrateTwiceAtOnce(variables: Variables, command = fromHere): Promise<void> {
  const both = [1, 2].map(() =>
    Bun.spawn(command("server/cli/migrate.ts"), {
      cwd: root,
      env: variables as Record<string, string>,
      stdout: "ignore",
      stderr: "inherit",
    }),
  )
  const codes = await Promise.all(both.map(({ exited }) => exited))
  if (codes.some((code) => code !== 0)) throw new Error(`Migrating twice at once ended with ${codes}`)
}

type Command = (file: string, folder?: string) => string[]

async function startParties(
  count: number,
  roomsSecret: string,
  started: AsyncDisposableStack,
  command: Command | undefined,
): Promise<Program[]> {
  return startAll(count, started, (number, port) =>
    program({
      name: `party ${number}`,
      file: "server/cli/party.ts",
      url: `http://127.0.0.1:${port}`,
      health: "/health",
      variables: { PATH: process.env.PATH, PORT: String(port), ROOMS_SECRET: roomsSecret },
      command,
    }),
  )
}

async function startServers(
  role: "web" | "worker",
  count: number,
  starts: {
    variables: Variables
    started: AsyncDisposableStack
    command: Command | undefined
    build: string | undefined
  },
): Promise<Program[]> {
  const { variables, started, command, build } = starts
  const make = (number: number, port: number) =>
    program({
      name: `${role} ${number}`,
      file: "server/index.ts",
      url: `http://127.0.0.1:${port}`,
      health: "/api/v1/health",
      variables: { ...variables, PROCESS: role, PORT: String(port) },
      command,
    })
  return startAll(count, started, make, build)
}

async function startAll(
  count: number,
  started: AsyncDisposableStack,
  make: (number: number, port: number) => Program,
  build?: string,
): Promise<Program[]> {
  const programs: Program[] = []
  for (let number = 1; number <= count; number++) programs.push(make(number, await freePort()))
  started.defer(async () => {
    await Promise.all(programs.map((one) => one.kill()))
  })
  await Promise.all(programs.map((one) => one.start(build)))
  return programs
}
