import { desc, eq } from "drizzle-orm"
import type { EventName, Payload } from "#core/outbox/events.ts"
import type { Database } from "#db/client.ts"
import { outbox } from "#db/schema/index.ts"

export async function lastEvent<E extends EventName>(db: Database, name: E): Promise<Payload<E>> {
  const [event] = await db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(eq(outbox.event, name))
    .orderBy(desc(outbox.id))
    .limit(1)
  if (!event) throw new Error(`There is no event ${name}.`)
  return event.payload as Payload<E>
}
