import type { Role } from "#core/identity/roles.ts"
import { emitAll, type Happened } from "#core/outbox/emit.server.ts"
import type { Transaction } from "#db/client.ts"
import { notifications } from "#db/schema/index.ts"
import { newId } from "../ids.server.ts"

type Line = {
  userId: string
  role: Role
  orderId: string | null
  /** Set for a line that is about a market and not an order. */
  marketId?: string
  message: string
}

/** Adds lines to people's notifications menus and notifies their open pages, with two statements in total. */
export async function notify(tx: Transaction, ...lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const rows = lines.map((line) => ({ id: newId(), ...line }))
  await tx.insert(notifications).values(rows)
  await emitAll(
    tx,
    rows.map(
      ({ id: notificationId, userId, role }): Happened => [
        "notification.created",
        { notificationId, userId, role },
      ],
    ),
  )
}
