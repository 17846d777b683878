import type { Transaction } from "#db/client.ts"
import { insertOf, preparedInsert } from "#db/prepared.ts"
import { notifications } from "#db/schema/index.ts"
import type { Role } from "../context.ts"
import { newId } from "../ids.server.ts"
import { emitAll, type Happened } from "../outbox.server.ts"

type Line = { userId: string; role: Role; orderId: string | null; message: string }

/** Puts lines into people's bells and tells their open pages, however many lines. */
export async function notify(tx: Transaction, ...lines: readonly Line[]): Promise<void> {
  await notifyAnd(tx, lines, [])
}

/** The same, and records what else happened in the statement that records the news of the bells. */
export async function notifyAnd(
  tx: Transaction,
  lines: readonly Line[],
  happened: readonly Happened[],
): Promise<void> {
  const rows = lines.map((line) => ({ id: newId(), ...line }))
  const news = rows.map(
    ({ id: notificationId, userId, role }): Happened => [
      "notification.created",
      { notificationId, userId, role },
    ],
  )
  await Promise.all([ring(tx, { lines: rows }), emitAll(tx, [...news, ...happened])])
}

const bell = insertOf(notifications, ["id", "userId", "role", "orderId", "message"])
const ring = preparedInsert("bell_rung", { lines: bell }, (into) => into.lines)
