import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Redis } from "ioredis"
import { afterAll, describe, expect, it } from "vitest"
import { emit } from "#core/outbox/emit.server.ts"
import { mailDirectory } from "#server/adapters/mail/file-mail.ts"
import { openTestDatabase } from "#tests/support/database.ts"
import { hasDebianPostgres, startDebianPostgres } from "#tests/support/debian-postgres.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { aPersonWithPassword, signInAt } from "#tests/support/people.ts"
import { hasRedis, startRedis } from "#tests/support/private-redis.ts"
import { runCommand } from "#tests/support/run-command.ts"
import { useServer } from "#tests/support/server.ts"

describe.skipIf(!hasDebianPostgres || !hasRedis)("an installation with Redis", () => {
  const away = mkdtempSync(join(tmpdir(), "pushcart-redis-site-"))
  const file = join(away, "pushcart.backup")
  const env = { REDIS_URL: "" }
  let cluster: Awaited<ReturnType<typeof startDebianPostgres>>
  let redis: Awaited<ReturnType<typeof startRedis>>
  const server = useServer({
    env,
    async openDatabase() {
      redis = await startRedis()
      env.REDIS_URL = redis.url
      cluster = await startDebianPostgres()
      return openTestDatabase(await cluster.create("pushcart", { ready: true }), 4)
    },
  })
  afterAll(async () => {
    await redis?.close()
    await cluster?.stop()
    rmSync(away, { recursive: true, force: true })
  })

  const operate = (name: "backup" | "restore", ...args: string[]) =>
    runCommand(name, { DATABASE_URL: server.database.url, DATA_DIR: away, ...env }, ...args)
  const emailsTo = (email: string) => {
    const directory = mailDirectory(server.dataDir)
    return readdirSync(directory).filter((name) =>
      readFileSync(join(directory, name), "utf8").includes(email),
    )
  }
  /** Causes an email, which goes through the outbox, Redis and a worker. */
  async function somebodyGetsAnEmail(): Promise<string> {
    const { db } = server.database
    const { userId, email } = await aCustomer(db)
    await db.transaction((tx) => emit(tx, "person.registered", { userId, role: "customer" }))
    await expect.poll(() => emailsTo(email), { timeout: 20_000 }).toHaveLength(1)
    return email
  }

  it("is restored twice in a row: everybody is there, and what happens next is done", {
    tags: ["OPS-49"],
    timeout: 120_000,
  }, async () => {
    const person = await aPersonWithPassword(server.database.db, ["customer"])
    const welcomed = await somebodyGetsAnEmail()
    await operate("backup", file)
    expect(await operate("backup", "--verify", file).catch(String)).toContain("alter role … createdb")
    // The restored database will give this job's number to another job.
    await somebodyGetsAnEmail()
    for (const time of ["first", "second"]) {
      await server.crash()
      await cluster.create("pushcart")
      await expect(operate("restore", file, "--nobody-left"), time).rejects.toThrow("holds jobs")
      const client = new Redis(redis.url)
      await client.flushdb()
      client.disconnect()
      expect(await operate("restore", file, "--nobody-left"), time).toContain("Everything is back")
      await server.restart()
      expect(await signInAt(server, person, "customer"), time).toContain("=")
      await somebodyGetsAnEmail()
      expect(emailsTo(welcomed), "which was done before the backup").toHaveLength(1)
    }
  })
})
