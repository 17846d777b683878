import type pg from "pg"
import { DomainError } from "#core/errors.ts"
import type { Database } from "./client.ts"

/** A statement that fails with a division by zero where the condition does not hold, and answers where it does. */
export type Condition = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

export type Conditional = {
  readonly db: Database
  /** Whether it held when it was asked; it is asked now where nothing has asked yet. Rejects in an outage. */
  holds(): Promise<boolean>
}

/** Asks on a connection, without sending yet: it travels with the next statement there, and ahead of it. */
export type Ahead = (client: pg.PoolClient) => void

/** One go at the database, whose first statement the condition travels ahead of. */
type Go<T> = (ahead?: Ahead) => Promise<T>
type Client = { query(...asked: unknown[]): Promise<unknown> }
type Parts = {
  db: Database
  query: Client["query"]
  queryAhead(ahead: Ahead, ...asked: unknown[]): Promise<unknown>
  transactAhead(ahead: Ahead, work: Parameters<Database["transaction"]>[0]): Promise<unknown>
}

const NO = "22012"

/**
 * The database for one request that is to be served only while something is true. The first message asks that ahead of
 * its own statements: where it is not true, PostgreSQL has done none of them, and no other is sent. A question of its
 * own would be one more message, which costs more than the question.
 */
export function onCondition(parts: Parts, condition: Condition): Conditional {
  const { promise: held, resolve, reject } = Promise.withResolvers<boolean>()
  held.catch(() => {})
  let isAsked = false
  let isSent = false
  const ahead: Ahead = (client) => {
    isSent = true
    const asked = client.query({ ...condition, waits: true } as unknown as pg.QueryConfig)
    asked.then(
      () => resolve(true),
      (error) => ((error as { code?: string }).code === NO ? resolve(false) : reject(error)),
    )
  }
  const go = async <T>(work: Go<T>): Promise<T> => {
    if (isAsked) {
      if (!(await held)) throw refused()
      return work()
    }
    isAsked = true
    try {
      return await work(ahead)
    } catch (error) {
      if (!isSent) reject(error)
      throw (await held) ? error : refused()
    }
  }
  const query: Client["query"] = (...asked) =>
    go((first) => (first ? parts.queryAhead(first, ...asked) : parts.query(...asked)))
  const transaction: Database["transaction"] = (work, config) =>
    go((first) =>
      first && !config ? parts.transactAhead(first, work as never) : parts.db.transaction(work, config),
    ) as ReturnType<typeof work>
  return {
    db: sameBut(parts.db, { query }, transaction),
    holds: () =>
      isAsked
        ? held
        : go((first) => parts.queryAhead(first as Ahead, ASKS_NOTHING)).then(
            () => held,
            () => held,
          ),
  }
}

export const ASKS_NOTHING = { name: "asks_nothing", text: "select" }

const refused = () => new DomainError("not_allowed", "Please log in.")

/** Where the statements of a session are sent instead, and whose session has them prepared. */
const ORIGIN = Symbol("origin")
type Origin = { readonly db: Database; readonly client: Client }

export const originOf = (session: object): Origin | undefined => (session as { [ORIGIN]?: Origin })[ORIGIN]

function sameBut(db: Database, client: Client, transaction: Database["transaction"]): Database {
  const session = Object.create(db._.session, {
    client: { value: client },
    [ORIGIN]: { value: { db, client } },
  })
  const own = { session, _: { ...db._, session }, transaction }
  return Object.assign(Object.create(db) as Database, own)
}
