import { sql } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { insertOf, preparedInsert } from "#db/prepared.ts"
import { notifications } from "#db/schema/index.ts"
import type { Role } from "../context.ts"
import { emitFrom, markOf } from "../outbox.server.ts"

type Line = { userId: string; role: Role; orderId: string | null; message: string }

/** Puts lines into people's bells and tells their open pages: one statement, however many lines. */
export async function notify(tx: Transaction, ...lines: readonly Line[]): Promise<void> {
  await tell(tx, { lines }, { mark: markOf("notification.created") })
}

const bell = insertOf(notifications, ["userId", "role", "orderId", "message"])
const tell = preparedInsert(
  "bell_rung",
  { lines: bell },
  (into) => sql`with told as (${into.lines} returning id, user_id, role)
    ${emitFrom("notification.created", sql`jsonb_build_object('notificationId', id, 'userId', user_id, 'role', role)`, sql`told`, sql.placeholder("mark"))}`,
)
