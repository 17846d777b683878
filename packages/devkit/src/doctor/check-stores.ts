import { Redis } from "ioredis"
import { Client } from "pg"
import { type Finding, off, type ReadableSettings, unreachable, works, wrong } from "./finding.ts"

const WITHIN_MS = 6_000
/** Ids come from uuidv7(), which PostgreSQL 18 brought. */
const OLDEST_POSTGRES = 18

export async function checkPostgres({ DATABASE_URL: url }: ReadableSettings): Promise<Finding> {
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
    const { rows } = await client.query("select current_setting('server_version') as version")
    const version = String(rows[0]?.version).split(" ")[0] ?? ""
    if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return works(service, `${version} answers.`)
    const older = `is version ${version}.`
    return wrong(service, older, `Pushcart needs ${OLDEST_POSTGRES} or newer: dump, upgrade, restore.`)
  } catch (error) {
    const isLogin = error instanceof Error && "code" in error && /^(28|3D)/.test(String(error.code))
    if (!isLogin) return unreachable(service, error, "DATABASE_URL")
    return wrong(service, "rejects the login in DATABASE_URL.", "Check user, password and database name.")
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function checkRedis({ REDIS_URL: url }: ReadableSettings): Promise<Finding> {
  const service = "Redis"
  if (!url) return off(service, "not configured: the queues live in PostgreSQL (REDIS_URL).")
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    commandTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // What the connection broke of is told here; the call itself only says that it is closed.
  let heard: Error | undefined
  redis.on("error", (error) => {
    heard ??= error
  })
  try {
    await redis.connect()
    await redis.ping()
    return await judgeRedis(redis, service)
  } catch (rejected) {
    const error = heard ?? rejected
    const isLogin = error instanceof Error && /NOAUTH|WRONGPASS/.test(error.message)
    if (!isLogin) return unreachable(service, error, "REDIS_URL")
    return wrong(service, "rejects the login in REDIS_URL.", "Write it as redis://user:password@host:6379.")
  } finally {
    redis.disconnect()
  }
}

/** A queue that forgets jobs when memory is short, or at a restart, loses work. */
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
