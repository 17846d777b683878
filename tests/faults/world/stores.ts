import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbeddedPostgres } from "@pushcart/devkit/embedded-postgres"
import pg from "pg"
import { freePort } from "#server/cli/ports.ts"
import { startRedis } from "#tests/support/private-redis.ts"

export interface Postgres {
  url: string
  /** Stops it as its service manager does: sessions are closed, all data is written. */
  stop(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
}

export type Redis = Awaited<ReturnType<typeof startRedis>>

/** Starts PostgreSQL and Redis on ports that they keep after a restart. */
export async function startStores(
  options: { redis: boolean; directory?: string | undefined },
  started: AsyncDisposableStack,
): Promise<{ postgres: Postgres; databaseUrl: string; redis: Redis | undefined }> {
  const folder = options.directory ?? mkdtempSync(join(tmpdir(), "pushcart-cluster-db-"))
  // Started by root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711)
  const settings = {
    directory: join(folder, "postgres"),
    password: crypto.randomUUID(),
    port: await freePort(),
  }
  let running = await startEmbeddedPostgres(settings)
  started.defer(async () => {
    await running.stop()
    if (!options.directory) rmSync(folder, { recursive: true, force: true })
  })
  const admin = new pg.Client({ connectionString: running.url("postgres") })
  await admin.connect()
  await admin.query("create database pushcart")
  await admin.end()
  const redis = options.redis ? await startRedis() : undefined
  if (redis) started.defer(redis.close)
  const postgres: Postgres = {
    url: running.url("pushcart"),
    stop: () => running.stop(),
    async start() {
      running = await startEmbeddedPostgres(settings)
    },
  }
  return { postgres, databaseUrl: postgres.url, redis }
}
