import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { drawSvg, imageOf } from "@pushcart/demo/draw-image"
import { type Child, startChild } from "@pushcart/devkit/child"
import { type DataDir, openDataDir } from "@pushcart/devkit/data-dir"
import { startEmbeddedPostgres } from "@pushcart/devkit/embedded-postgres"
import { startSandbox } from "@pushcart/devkit/sandbox"
import pg from "pg"
import { type DatabasePool, openDatabase } from "../../db/client.ts"
import { loadZips } from "../../db/data/load-zips.ts"
import { migrateDatabase } from "../../db/migrate.ts"
import { diskImages } from "../../server/adapters/images/disk-images.ts"
import { freePort } from "../../server/cli/ports.ts"
import { parseSettings } from "../../server/config/env.ts"
import { fillDatabase, imageName, type SeedOptions, soldEverywhere } from "../seed/fill-database.ts"
import { pin } from "./cpu.ts"
import { COUNTER } from "./statements.ts"

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/[/\\]$/, "")
export const LOAD_CORE = 1
export const SERVER_CORE = 0

type Variables = Record<string, string | undefined>
/** The bench sends more requests from one address than the rate limits allow. */
const UNLIMITED = "100000000"

/**
 * A whole separate installation with the bench seed: database, rooms, sandbox, and separate web and worker processes.
 */
export interface World {
  site: string
  databaseUrl: string
  database: DatabasePool
  /** The servers' signing key, for sessions of shoppers. */
  authSecret: string
  roomsSecret: string
  partyHost: string
  sandbox: { url: string; secretKey: string; pid: number }
  pids: { web: number; workers: number; postgres: number }
  /** Starts one more web process. */
  startWeb(own?: Variables): Promise<Child & { site: string }>
  /** Stops web and workers and starts them again with these additional settings. */
  restart(own: Variables): Promise<void>
  close(): Promise<void>
}

type WorldOptions = SeedOptions & {
  /** Whether PostgreSQL counts statements, which makes each a little slower. */
  countsStatements?: boolean
}

/** Starts a world. What was started is stopped again if a later part fails. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const started = new AsyncDisposableStack()
  try {
    return { ...(await build(options, started)), close: () => started.disposeAsync() }
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function build(options: WorldOptions, started: AsyncDisposableStack): Promise<Omit<World, "close">> {
  const folder = mkdtempSync(join(tmpdir(), "pushcart-bench-"))
  chmodSync(folder, 0o711)
  started.defer(() => rmSync(folder, { recursive: true, force: true }))
  const data = openDataDir(folder)
  started.defer(data.release)
  const postgres = await startEmbeddedPostgres({
    directory: `${data.path}/postgres`,
    password: data.keys.postgresPassword,
    ...(options.countsStatements ? { preload: COUNTER } : {}),
  })
  started.defer(postgres.stop)
  started.defer(() => rmSync(postgres.directory, { recursive: true, force: true }))
  // PostgreSQL inserts the rows and this process makes the fake images, each on its own core.
  const [databaseUrl] = await Promise.all([seededDatabase(postgres.socketUrl, options), storeImages(data)])
  const database = openDatabase({
    connectionString: databaseUrl,
    max: 4,
    applicationName: "pushcart-bench",
    onError: () => {},
  })
  started.defer(database.close)
  const variables = await settings(data, databaseUrl)
  const { party, sandbox } = await startNeighbours(data, variables, started)
  Object.assign(variables, sandbox.variables, { PARTY_HOST: party.site })
  const servers = await startServers(variables, started)
  for (const pid of [process.pid, sandbox.pid]) pin(pid, LOAD_CORE)
  return {
    site: `http://localhost:${variables.PORT}`,
    databaseUrl,
    database,
    authSecret: data.keys.authSecret,
    roomsSecret: data.keys.roomsSecret,
    partyHost: party.site,
    sandbox: {
      url: sandbox.variables.STRIPE_API_URL ?? "",
      secretKey: sandbox.variables.STRIPE_SECRET_KEY ?? "",
      pid: sandbox.pid,
    },
    pids: Object.assign(servers.pids, {
      postgres: Number.parseInt(readFileSync(join(postgres.directory, "postmaster.pid"), "utf8"), 10),
    }),
    restart: servers.restart,
    async startWeb(own = {}) {
      const port = await freePort()
      const web = await startServer({ ...variables, ...own, PROCESS: "web", PORT: String(port) })
      return { ...web, site: `http://localhost:${port}` }
    },
  }
}

/** Starts web and workers as separate processes, each on its own core. */
async function startServers(variables: Variables, started: AsyncDisposableStack) {
  const pids = { web: 0, workers: 0 }
  let running: Child[] = []
  const stop = async () => {
    for (const child of running.splice(0)) await child.stop()
  }
  const restart = async (own: Variables) => {
    await stop()
    const web = await startServer({ ...variables, ...own, PROCESS: "web" })
    running = [web]
    const workers = await startServer({
      ...variables,
      ...own,
      PROCESS: "worker",
      PORT: String(await freePort()),
    })
    running.push(workers)
    Object.assign(pids, { web: web.pid, workers: workers.pid })
    pin(web.pid, SERVER_CORE)
    pin(workers.pid, LOAD_CORE)
  }
  started.defer(stop)
  await restart({})
  return { pids, restart }
}

async function seededDatabase(url: (name: string) => string, seed: SeedOptions): Promise<string> {
  const admin = new pg.Client({ connectionString: url("postgres") })
  await admin.connect()
  await admin.query("create database bench")
  await admin.end()
  await migrateDatabase(url("bench"))
  await loadZips(url("bench"))
  await fillDatabase(url("bench"), seed)
  return url("bench")
}

async function settings(data: DataDir, databaseUrl: string): Promise<Variables> {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    MODE: "demo",
    LOG_LEVEL: "error",
    API_REQUESTS_PER_MINUTE: UNLIMITED,
    // The map must not wait for the internet.
    MAP_TILES: process.env.MAP_TILES || "off",
    DATA_DIR: data.path,
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    AUTH_SECRET: data.keys.authSecret,
    ROOMS_SECRET: data.keys.roomsSecret,
    IMAGE_SECRET: data.keys.imageSecret,
  }
}

async function startNeighbours(data: DataDir, variables: Variables, started: AsyncDisposableStack) {
  const port = String(await freePort())
  const party = await startChild({
    root,
    file: "server/cli/party.ts",
    variables: { ...variables, PORT: port },
  })
  started.defer(party.stop)
  const sandbox = await startSandbox({
    root,
    data,
    settings: parseSettings({ PORT: variables.PORT }),
    mount: "/dev/stripe",
  })
  started.defer(sandbox.stop)
  return {
    party: { site: `http://127.0.0.1:${port}` },
    sandbox: { ...sandbox, pid: data.read().sandboxPid ?? 0 },
  }
}

function startServer(variables: Variables): Promise<Child> {
  return startChild({ root, file: "server/index.ts", variables })
}

async function storeImages(data: DataDir): Promise<void> {
  const images = diskImages({ directory: join(data.path, "images"), secret: data.keys.imageSecret })
  const drawings = soldEverywhere().map((item) => ({
    address: { container: "products" as const, name: imageName(item) },
    bytes: drawSvg(imageOf(item)),
  }))
  for (const { address, bytes } of drawings)
    await images.store(address, { bytes, contentType: "image/svg+xml", width: 56, height: 56 })
}
