import { rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { loadZips } from "../../../../db/data/load-zips.ts"
import { migrateDatabase } from "../../../../db/migrate.ts"
import { rejectBusyPort } from "../../../../server/cli/ports.ts"
import { parseEnv, parseSettings } from "../../../../server/config/env.ts"
import { MODE_RULES, type Mode } from "../../../../server/config/modes.ts"
import { StartError } from "../../../../server/config/start-error.ts"
import { buildIfChanged } from "../pack/build-if-changed.ts"
import { type Child, startChild } from "./child.ts"
import { type DataDir, openDataDir } from "./data-dir.ts"
import { startEmbeddedPostgres } from "./embedded-postgres.ts"
import { type Kept, keepAllRunning, startKept } from "./keep-running.ts"
import { startSandbox } from "./sandbox.ts"
import { seedIfEmpty } from "./seed.ts"
import { named, type Variables, wantedMode, withStandIns } from "./wanted-mode.ts"
import { welcome } from "./welcome.ts"

export const root = fileURLToPath(new URL("../../../..", import.meta.url)).replace(/[/\\]$/, "")

/** Stops everything that was started, in reverse order. */
class Cleanup {
  #steps: (() => unknown)[] = []
  add(step: () => unknown): void {
    this.#steps.unshift(step)
  }
  async run(): Promise<void> {
    for (const step of this.#steps) await step()
  }
}

export interface StartOptions {
  /** Serves from Vite instead of a build, so that changes show immediately. */
  development?: boolean
}

/**
 * Starts database, sandbox and server, and keeps each running until a stop is requested or one cannot be kept running.
 * Returns the exit code.
 * @throws StartError or EnvError with a sentence for the person who started it.
 */
export async function startEverything(
  given: Variables,
  stop: AbortSignal,
  options: StartOptions = {},
): Promise<number> {
  const cleanup = new Cleanup()
  try {
    const lost = await keepAllRunning(await bringUp(given, options, cleanup), stop)
    if (!lost) return 0
    console.error(
      `${lost.name} ended again and again (code ${lost.code}). Everything else is stopped. What it said above tells why; correct that and run npm start again.`,
    )
    return 1
  } finally {
    await cleanup.run()
  }
}

type Keep = <C extends Child>(name: string, start: (first?: C) => Promise<C>) => Promise<C>

async function bringUp(given: Variables, options: StartOptions, cleanup: Cleanup): Promise<Kept[]> {
  const settings = parseSettings(given)
  const mode = wantedMode(given, settings)
  const { sandboxPath, demoPeople, defaults } = MODE_RULES[mode]
  parseEnv(withStandIns(given, mode))
  const data = openDataDir(settings.DATA_DIR)
  cleanup.add(data.release)
  await rejectBusyPort(settings.PORT, settings.HOST ?? defaults.host)
  const all: Kept[] = []
  const keep: Keep = async (name, start) => {
    const kept = await startKept(name, start, (step) => cleanup.add(step))
    all.push(kept)
    return kept.first
  }
  const variables = await startDatabase(withKeys(given, mode, data), data, keep)
  if (sandboxPath && !given.STRIPE_SECRET_KEY) {
    const start = (first?: { port: number }) =>
      startSandbox({ root, data, settings, mount: sandboxPath, port: first?.port })
    const sandbox = await keep("The Stripe sandbox", start)
    Object.assign(variables, sandbox.variables)
  }
  const env = parseEnv(variables)
  if (!options.development && (await buildIfChanged(root, variables))) console.log("Built.")
  if (demoPeople && env.SEED) await seedIfEmpty(env, data)
  await keep("The server", async () => {
    const server = await startChild({
      root,
      file: options.development ? "packages/devkit/src/start/dev.ts" : "server/index.ts",
      variables: { ...variables, NODE_ENV: options.development ? "development" : "production" },
    })
    data.note({ mode, webPort: settings.PORT, webPid: server.pid })
    return server
  })
  console.log(welcome(env))
  return all
}

function withKeys(given: Variables, mode: Mode, data: DataDir): Variables {
  return {
    ...given,
    ...named(mode),
    DATA_DIR: data.path,
    AUTH_SECRET: given.AUTH_SECRET || data.keys.authSecret,
    ROOMS_SECRET: given.ROOMS_SECRET || data.keys.roomsSecret,
    IMAGE_SECRET: given.IMAGE_SECRET || data.keys.imageSecret,
    ...(given.VAPID_PUBLIC_KEY ? {} : ownVapidKeys(data)),
  }
}

/** Both or neither: half of a given pair is a mistake, which the validation of the settings reports. */
const ownVapidKeys = ({ keys }: DataDir) => ({
  VAPID_PUBLIC_KEY: keys.vapidPublicKey,
  VAPID_PRIVATE_KEY: keys.vapidPrivateKey,
})

async function startDatabase(variables: Variables, data: DataDir, keep: Keep): Promise<Variables> {
  let url = variables.DATABASE_URL
  const directUrl = url && variables.DATABASE_DIRECT_URL
  if (!url) {
    const start = (first?: { port: number }) =>
      startEmbeddedPostgres({
        directory: `${data.path}/postgres`,
        password: data.keys.postgresPassword,
        port: first?.port,
      })
    const postgres = await keep("The database", start)
    data.note({ postgresPort: postgres.port, postgresDirectory: postgres.directory })
    if (data.read().isSeeding) await clearHalfDemo(postgres.url("postgres"), data)
    await createIfMissing(postgres.url("postgres"), "pushcart")
    url = postgres.socketUrl("pushcart")
  }
  await migrateDatabase(directUrl || url).catch((error: unknown) => {
    if (!isUnreachable(error)) throw error
    throw new StartError(
      "The database at DATABASE_URL does not answer. Start it or correct the address, or unset DATABASE_URL to use the embedded one.",
    )
  })
  await loadZips(directUrl || url)
  return { ...variables, DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }
}

/** A start was killed while it created the demo, which was never in use, so it is created again. */
async function clearHalfDemo(adminUrl: string, data: DataDir): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query("drop database if exists pushcart with (force)").finally(() => client.end())
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(`${data.path}/stripe-sandbox.sqlite${suffix}`, { force: true })
  data.note({ isSeeding: false })
}

async function createIfMissing(adminUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "EHOSTUNREACH", "28P01", "3D000"].includes(code)
}
