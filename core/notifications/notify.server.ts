import type { Transaction } from "#db/client.ts"
import { notifications } from "#db/schema/index.ts"
import type { Role } from "../context.ts"
import { emit } from "../outbox.server.ts"

/** Puts a line into a person's bell and tells their open pages. */
export async function notify(
  tx: Transaction,
  line: { userId: string; role: Role; orderId: string | null; message: string },
): Promise<void> {
  const [created] = await tx.insert(notifications).values(line).returning({ id: notifications.id })
  if (!created) throw new Error("A notification was not written.")
  await emit(tx, "notification.created", {
    notificationId: created.id,
    userId: line.userId,
    role: line.role,
  })
}
