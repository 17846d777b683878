import { Redis } from "ioredis"

/**
 * Runs commands on its own Redis connection, which gives up after this time; the queues' connections retry forever.
 * Throws the error of the connection, or of the command.
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
  // The connection's error is reported here, because the command's own error is only that the connection is closed.
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
