import { Redis } from "ioredis"
import { Client } from "pg"
import { judgeServer, requireFitDatabase, UnfitDatabaseError } from "../../../../db/fitness.ts"
import { type Finding, off, type ReadableSettings, unreachable, works, wrong } from "./finding.ts"

const WITHIN_MS = 6_000

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
    return await judgePostgres(client, service)
  } catch (error) {
    const isLogin = error instanceof Error && "code" in error && /^(28|3D)/.test(String(error.code))
    if (!isLogin) return unreachable(service, error, "DATABASE_URL")
    return wrong(service, "rejects the login in DATABASE_URL.", "Check user, password and database name.")
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Tables that are missing or old are nothing wrong with the service: what starts next makes them. */
async function judgePostgres(client: Client, service: string): Promise<Finding> {
  const { version, says, todo } = await judgeServer(client)
  if (says && todo) return wrong(service, says, todo)
  const unfit = await requireFitDatabase(client).then(
    () => "",
    (error: unknown) => {
      if (error instanceof UnfitDatabaseError) return ` ${error.message}`
      throw error
    },
  )
  return works(service, `${version} answers.${unfit}`)
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
