import { afterAll, beforeAll } from "vitest"
import { LOCK_ORDER } from "#db/transaction.ts"
import { openTestDatabase, type TestDatabase } from "./database.ts"

type Table = (typeof LOCK_ORDER)[number]

/**
 * A second pool for a test's database, on which PostgreSQL tells of each statement before it runs it: its own log, sent
 * to the client. Use `watched` inside of tests only.
 */
export function useWatchedLocks(database: { url: string }) {
  let watched: TestDatabase | undefined
  /** What each transaction sent, in order; a statement outside of one stands alone. */
  let sent: string[][] = []
  beforeAll(() => {
    const url = new URL(database.url)
    url.searchParams.set("options", "-c log_statement=all -c client_min_messages=log")
    watched = openTestDatabase(url.href, 1)
    watched.pool.on("connect", (client) => {
      let open: string[] | null = null
      client.on("notice", ({ severity, message = "" }) => {
        const statement = /^(?:statement|execute [^:]+): (.*)$/s.exec(message)?.[1]
        if (severity !== "LOG" || statement === undefined) return
        if (/^begin\b/i.test(statement)) {
          open = []
          sent.push(open)
        } else if (/^(commit|rollback)\b/i.test(statement)) open = null
        else if (open) open.push(statement)
        else sent.push([statement])
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
    /** The tables of the stated order of which each transaction of `work` locked rows, each where it came first. */
    async locksDuring(work: () => Promise<unknown>): Promise<Table[][]> {
      sent = []
      await work()
      return sent.map((statements) => inOrderOfLocking(statements)).filter((tables) => tables.length > 0)
    },
  }
}

/** Whether a transaction locked as `LOCK_ORDER` says. */
export const isInOrder = (tables: readonly Table[]): boolean =>
  tables.every((table, index) => {
    const before = tables[index - 1]
    return before === undefined || LOCK_ORDER.indexOf(before) < LOCK_ORDER.indexOf(table)
  })

function inOrderOfLocking(statements: readonly string[]): Table[] {
  const tables = new Set(statements.flatMap(locksOf))
  return [...tables].flatMap((table) => LOCK_ORDER.find((known) => known === table) ?? [])
}

/** The tables of which a statement locks rows that were there before it, what stands in parentheses first. */
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
