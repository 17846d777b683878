import type { Transaction } from "#db/client.ts"
import { outbox } from "#db/schema/index.ts"
import { EVENTS, type EventName, type Payload } from "./events.ts"

/** Records that something happened, in the transaction in which it happens. Throws on a payload of the wrong shape. */
export async function emit<E extends EventName>(
  tx: Transaction,
  event: E,
  payload: Payload<E>,
): Promise<void> {
  await tx.insert(outbox).values({ event, payload: EVENTS[event].schema.parse(payload) })
}
