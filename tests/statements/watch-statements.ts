import type pg from "pg"
import { onStatement, type Statement } from "#tests/support/statement-log.ts"

/**
 * Records the statements of a pool to a `withStatementLog` address. Call it before the first connection; returns a
 * function that runs work and returns its statements.
 */
export function watchStatements(pool: pg.Pool) {
  let sent: Statement[] = []
  pool.on("connect", (client) =>
    onStatement(client, ({ text, values }) => sent.push({ text: plain(text), values })),
  )
  return async (work: () => Promise<unknown>): Promise<Statement[]> => {
    sent = []
    await work()
    const during = sent
    sent = []
    return during
  }
}

const plain = (text: string) => text.replaceAll('"', "").replaceAll(/\s+/g, " ").trim()
