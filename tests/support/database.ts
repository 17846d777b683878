import { afterAll, beforeAll, inject } from "vitest"
import type { Actor, Context, PersonActor } from "#core/context.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Ports } from "#core/ports/index.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { type Database, type DatabasePool, openDatabase } from "#db/client.ts"
import { emailFooters } from "#server/adapters/mail/email-footers.ts"
import { asAdmin, copyTemplate } from "./copy-template.ts"

export interface TestDatabaseOptions {
  /** Number of connections in the pool. */
  connections?: number
  /** Includes the table of all US ZIP codes. */
  zips?: boolean
}

export interface TestDatabase extends DatabasePool {
  url: string
}

/**
 * Creates a migrated, empty database in some milliseconds. The pool has ONE connection by default: a command that uses
 * the pool inside its own transaction then hangs in the test, not later under load.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const admin = inject("testPostgres")
  if (!admin)
    throw new Error(
      "No test database here: name the file *.server.test.ts or put it under tests/, so that it runs in the db project.",
    )
  const url = await copyTemplate(admin, options)
  const database = openTestDatabase(url, options.connections ?? 1)
  return {
    ...database,
    async close() {
      await database.close()
      await asAdmin(admin, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)
    },
  }
}

/** Opens a pool for a test's database that other code creates and drops. */
export function openTestDatabase(url: string, connections: number): TestDatabase {
  const pool = openDatabase({
    connectionString: url,
    max: connections,
    applicationName: "pushcart-test",
    onError: () => {},
  })
  return { ...pool, url }
}

/** One database for all tests of a file, created before and dropped after them. Use its getters inside tests only. */
export function useDatabase(options: TestDatabaseOptions = {}): Omit<TestDatabase, "close"> {
  let database: TestDatabase | undefined
  beforeAll(async () => {
    database = await createTestDatabase(options)
  })
  afterAll(() => database?.close())
  const opened = () => {
    if (!database) throw new Error("The database opens in beforeAll: use it inside of tests and hooks.")
    return database
  }
  return {
    get db() {
      return opened().db
    },
    get pool() {
      return opened().pool
    },
    get url() {
      return opened().url
    },
  }
}

type ContextParts = Partial<Omit<Context, "actor" | "db" | "ports">> & { ports?: Partial<Ports> }

/** The context of a command: `ctxFor(database, { role: "customer", userId }, { now: clock.now })`. */
export function ctxFor<A extends Actor>(
  database: { db: Database },
  actor: A,
  parts: ContextParts = {},
): Context<A> {
  return {
    now: () => new Date(),
    rates: DEFAULT_RATES,
    ...parts,
    actor,
    db: database.db,
    ports: portsThatTell(parts.ports ?? {}),
  }
}

/** A person in a role. By default, a seller's market does not exist, for commands that only depend on the person. */
export function personIn<R extends Role>(role: R, userId: string, marketId?: string): PersonActor<R>
export function personIn(role: Role, userId: string, marketId: string = crypto.randomUUID()): PersonActor {
  return role === "seller" ? { role, userId, marketId } : { role, userId }
}

/** The system's own context, for jobs, sweeps and webhooks. */
export function systemCtx(database: { db: Database }, parts: ContextParts = {}) {
  return ctxFor(database, { role: "system" }, parts)
}

/** A clock that does not advance until a test sets it. */
export function testClock(start = new Date("2026-03-05T15:00:00Z")) {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(amount: { days?: number; hours?: number; minutes?: number; seconds?: number }) {
      const { days = 0, hours = 0, minutes = 0, seconds = 0 } = amount
      time += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
  }
}

/** Email footers, which every email needs. They use no outside service. */
const FOOTERS = emailFooters({ secret: "s".repeat(32), postalAddress: "1 Test St" })

function portsThatTell(given: Partial<Ports>): Ports {
  const ports = { emailFooters: FOOTERS, ...given }
  return new Proxy(ports as Ports, {
    get(ports, name: keyof Ports) {
      if (name in ports) return ports[name]
      throw new Error(
        `This test uses the port "${String(name)}": give one to ctxFor(…, { ports: { ${String(name)} } }).`,
      )
    },
  })
}
