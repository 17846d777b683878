import { Redis } from "ioredis"

/**
 * Looks at a Redis on a connection of its own, which gives up after this time where the queues' would try forever.
 * Throws what broke the connection, or the command.
 */
export async function lookAtRedis<A>(
  url: string,
  withinMs: number,
  look: (redis: Redis) => Promise<A>,
): Promise<A> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: withinMs,
    commandTimeout: withinMs,
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
    return await look(redis)
  } catch (error) {
    throw heard ?? error
  } finally {
    redis.disconnect()
  }
}
