import { expect } from "vitest"
import type { Actor, Context } from "#core/context.ts"
import type { HistorySubject } from "#core/history/history.ts"
import { stepsOf } from "#core/history/record-moves.server.ts"
import type { Transaction } from "#db/client.ts"
import { transaction } from "#db/transaction.ts"
import { ctxFor, type TestDatabase } from "./database.ts"

const userId = crypto.randomUUID()
const ACTORS: readonly Actor[] = [
  { role: "customer", userId },
  { role: "seller", userId, marketId: crypto.randomUUID() },
  { role: "deliverer", userId },
  { role: "admin", userId },
  { role: "system" },
  { role: "anonymous" },
]

type Table<Status extends string, Move extends string> = {
  subject: HistorySubject
  statuses: readonly Status[]
  /** The moves that are tried on a row in any status. */
  moves: readonly Move[]
  /** Creates a row in this status and returns its id. */
  aRow: (status: Status) => Promise<string>
  make: (ctx: Context, tx: Transaction, move: Move, id: string) => Promise<unknown>
  statusOf: (id: string) => Promise<string | undefined>
  remove: (id: string) => Promise<unknown>
}

/**
 * Tries each move from each status as each actor, each time on a new row. Returns the moves that happened and their
 * actors: `"send due → sent": "system"`. Checks that a move is written to the row's history, and that nothing is
 * written without a move.
 */
export async function movesMade<Status extends string, Move extends string>(
  database: Omit<TestDatabase, "close">,
  { subject, statuses, moves, aRow, make, statusOf, remove }: Table<Status, Move>,
): Promise<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const move of moves)
    for (const from of statuses)
      for (const actor of ACTORS) {
        const ctx: Context = ctxFor(database, actor)
        const id = await aRow(from)
        await transaction(database.db, (tx) => make(ctx, tx, move, id)).catch(() => undefined)
        const to = await statusOf(id)
        const steps = (await stepsOf(database.db, subject, [id]))(id)
        if (to !== from) {
          const name = `${move} ${from} → ${to}`
          made[name] = made[name] ? `${made[name]}, ${actor.role}` : actor.role
          expect(steps).toMatchObject([{ move, from, to, actorRole: actor.role }])
        } else expect(steps).toEqual([])
        await remove(id)
      }
  return made
}

/** Determines who can create a row: each actor tries, and each created row must have one step in its history. */
export async function creatorsOf(
  database: Omit<TestDatabase, "close">,
  subject: HistorySubject,
  create: (ctx: Context, tx: Transaction) => Promise<string>,
): Promise<string> {
  const creators: string[] = []
  for (const actor of ACTORS) {
    const ctx: Context = ctxFor(database, actor)
    const id = await transaction(database.db, (tx) => create(ctx, tx)).catch(() => null)
    if (!id) continue
    creators.push(actor.role)
    expect((await stepsOf(database.db, subject, [id]))(id)).toMatchObject([
      { from: null, actorRole: actor.role },
    ])
  }
  return creators.join(", ")
}
