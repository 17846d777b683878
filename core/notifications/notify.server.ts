import { sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import type { Role } from "../context.ts"
import { emitFrom } from "../outbox.server.ts"

type Line = { userId: string; role: Role; orderId: string | null; message: string }

/** Puts lines into people's bells and tells their open pages: one statement, however many lines. */
export async function notify(tx: Transaction, ...lines: readonly Line[]): Promise<void> {
  const rows = lines.map(
    ({ userId, role, orderId, message }) => sql`(${userId}::uuid, ${role}, ${orderId}::uuid, ${message})`,
  )
  await tx.execute(sql`
    with told as (
      insert into notifications (user_id, role, order_id, message) values ${sql.join(rows, sql`, `)}
      returning id, user_id, role
    )
    ${emitFrom("notification.created", sql`jsonb_build_object('notificationId', id, 'userId', user_id, 'role', role)`, sql`told`)}`)
}
