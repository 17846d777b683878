import type { Redis } from "ioredis"
import { Client } from "pg"
import { connectDirectly, PoolerError } from "../../../../db/direct-client.ts"
import { judgeServer, requireFitDatabase, UnfitDatabaseError } from "../../../../db/fitness.ts"
import { readLimits } from "../../../../db/limits.ts"
import { lookAtRedis } from "../look-at-redis.ts"
import { type Finding, off, type ReadableSettings, unreachable, works, wrong } from "./finding.ts"

const WITHIN_MS = 6_000

export async function checkPostgres(settings: ReadableSettings): Promise<Finding> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = settings
  const service = "PostgreSQL"
  if (!url) return off(service, "not configured: npm start brings its own (DATABASE_URL).")
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  })
  client.on("error", () => undefined)
  try {
    await client.connect()
    await (await connectDirectly(directUrl ?? url)).end()
    return await judgePostgres(client, service, settings.DATABASE_POOL_MAX ?? 10)
  } catch (error) {
    if (error instanceof PoolerError) return pooled(service, directUrl)
    const isLogin = error instanceof Error && "code" in error && /^(28|3D)/.test(String(error.code))
    if (!isLogin) return unreachable(service, error, "DATABASE_URL")
    return wrong(service, "rejects the login in DATABASE_URL.", "Check user, password and database name.")
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pooled = (service: string, directUrl: string | undefined): Finding =>
  directUrl
    ? wrong(
        service,
        "is reached by a pooler at DATABASE_DIRECT_URL too.",
        "Set it to the address of PostgreSQL itself.",
      )
    : wrong(
        service,
        "is reached by a pooler: there migrations fail, and a worker hears of no event until it looks by itself.",
        "Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.",
      )

/** Missing or outdated tables are not the service's fault: the next start migrates them. */
async function judgePostgres(client: Client, service: string, poolMax: number): Promise<Finding> {
  const { version, says, todo } = await judgeServer(client)
  if (says && todo) return wrong(service, says, todo)
  const unfit = await requireFitDatabase(client).then(
    () => "",
    (error: unknown) => {
      if (error instanceof UnfitDatabaseError) return ` ${error.message}`
      throw error
    },
  )
  if (unfit) return works(service, `${version} answers.${unfit}`)
  const { statement_timeout } = await readLimits(client)
  if (statement_timeout === "0")
    return wrong(
      service,
      "sets this role no limits: one locked table would stop the whole site.",
      "Run server/cli/migrate.ts with this DATABASE_URL, or set them for the role (docs/operations.md, “Connections and limits”).",
    )
  return works(service, `${version} answers. ${await sumOfConnections(client, poolMax)}`)
}

/**
 * Besides its pool, each process has one connection for NOTIFY and two for health checks, and a worker has one that
 * listens.
 */
const BESIDE_THE_POOL = 4

async function sumOfConnections(client: Client, poolMax: number): Promise<string> {
  const { rows } = await client.query<{ most: number; kept: number }>(
    `select current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int as kept`,
  )
  const { most = 0, kept = 0 } = rows[0] ?? {}
  const each = poolMax + BESIDE_THE_POOL
  const processes = Math.floor((most - kept) / each)
  return `Its ${most} connections are enough for ${processes} web and worker processes with up to ${each} each.`
}

export async function checkRedis({ REDIS_URL: url }: ReadableSettings): Promise<Finding> {
  const service = "Redis"
  if (!url) return off(service, "not configured: the queues live in PostgreSQL (REDIS_URL).")
  try {
    return await lookAtRedis(url, WITHIN_MS, (redis) => judgeRedis(redis, service))
  } catch (error) {
    const isLogin = error instanceof Error && /NOAUTH|WRONGPASS/.test(error.message)
    if (!isLogin) return unreachable(service, error, "REDIS_URL")
    return wrong(service, "rejects the login in REDIS_URL.", "Write it as redis://user:password@host:6379.")
  }
}

/** A Redis that drops jobs when it is short of memory or restarts loses work. */
async function judgeRedis(redis: Redis, service: string): Promise<Finding> {
  const read = async (name: string) => ((await redis.config("GET", name)) as string[])[1]
  try {
    const policy = await read("maxmemory-policy")
    if (policy !== "noeviction")
      return wrong(
        service,
        `throws entries away when memory is short (maxmemory-policy ${policy}).`,
        "Set maxmemory-policy noeviction.",
      )
    if ((await read("appendonly")) !== "yes")
      return wrong(service, "forgets jobs at a restart (appendonly no).", "Set appendonly yes.")
    return works(service, "answers; noeviction, appendonly.")
  } catch {
    return works(
      service,
      "answers. It does not show its settings: see that it has noeviction and persistence.",
    )
  }
}
