import { afterAll, beforeAll } from "vitest"
import { LOCK_ORDER } from "#db/transaction.ts"
import { openTestDatabase, type TestDatabase } from "./database.ts"
import { onStatement, withStatementLog } from "./statement-log.ts"

type Table = (typeof LOCK_ORDER)[number]

/**
 * A second pool for a test's database, on which PostgreSQL reports each statement before it runs it: its own log, sent
 * to the client. Use `watched` inside tests only.
 */
export function useWatchedLocks(database: { url: string }) {
  let watched: TestDatabase | undefined
  /** The statements of each transaction, in order. A statement outside a transaction is a separate entry. */
  let sent: string[][] = []
  beforeAll(() => {
    watched = openTestDatabase(withStatementLog(database.url), 1)
    watched.pool.on("connect", (client) => {
      let open: string[] | null = null
      onStatement(client, ({ text }) => {
        if (/^begin\b/i.test(text)) {
          open = []
          sent.push(open)
        } else if (/^(commit|rollback)\b/i.test(text)) open = null
        else if (open) open.push(text)
        else sent.push([text])
      })
    })
  })
  afterAll(() => watched?.close())

  return {
    get watched() {
      if (!watched)
        throw new Error("The watched database opens in beforeAll: use it inside of tests and hooks.")
      return watched
    },
    /**
     * Returns, for each transaction of `work`, the tables of `LOCK_ORDER` whose rows it locked, in the order of the
     * first lock.
     */
    async locksDuring(work: () => Promise<unknown>): Promise<Table[][]> {
      sent = []
      await work()
      return sent.map((statements) => inOrderOfLocking(statements)).filter((tables) => tables.length > 0)
    },
  }
}

/** Whether a transaction locked tables in the order of `LOCK_ORDER`. */
export const isInOrder = (tables: readonly Table[]): boolean =>
  tables.every((table, index) => {
    const before = tables[index - 1]
    return before === undefined || LOCK_ORDER.indexOf(before) < LOCK_ORDER.indexOf(table)
  })

function inOrderOfLocking(statements: readonly string[]): Table[] {
  const tables = new Set(statements.flatMap(locksOf))
  return [...tables].flatMap((table) => LOCK_ORDER.find((known) => known === table) ?? [])
}

/** Returns the tables whose existing rows a statement locks, with parenthesized parts first. */
function locksOf(statement: string): string[] {
  const found: string[] = []
  let rest = statement.replaceAll('"', "").replaceAll(/\s+/g, " ")
  const inner = /\(([^()]*)\)/
  for (let part = inner.exec(rest); part; part = inner.exec(rest)) {
    found.push(...locksOfPart(part[1] ?? ""))
    rest = rest.replace(part[0], " ")
  }
  return [...found, ...locksOfPart(rest)]
}

function locksOfPart(part: string): string[] {
  const written = /\bupdate (\w+) set\b|\bdelete from (\w+)|\binsert into (\w+)\b.* do update\b/i.exec(part)
  if (written) return written.slice(1).flatMap((table) => table ?? [])
  const locked = /\bfor (?:no key update|update|share|key share)\b(?: of (\w+))?/i.exec(part)
  if (!locked) return []
  if (locked[1]) return [locked[1]]
  return [...part.matchAll(/\b(?:from|join) (\w+)/gi)].flatMap(([, table]) => table ?? [])
}
