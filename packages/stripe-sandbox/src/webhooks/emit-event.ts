import { view } from "../http/view.ts"
import { newId } from "../ids.ts"
import type { EventDocument } from "../store/documents.ts"
import { API_VERSION, type World } from "../world.ts"
import { scheduleDeliveries } from "./schedule-deliveries.ts"

/** Records an event and queues its webhooks, in the same transaction as the change that it reports. */
export function emitEvent(
  world: World,
  type: string,
  object: object,
  account: string,
  previous?: Record<string, unknown>,
): EventDocument {
  const event: EventDocument = {
    id: newId("evt"),
    object: "event",
    ...(account ? { account } : {}),
    api_version: API_VERSION,
    created: world.now(),
    data: {
      object: view(world, object, []) as Record<string, unknown>,
      ...(previous ? { previous_attributes: previous } : {}),
    },
    livemode: false,
    pending_webhooks: 0,
    request: world.request ?? { id: null, idempotency_key: null },
    type,
  }
  event.pending_webhooks = scheduleDeliveries(world, event)
  world.store.insert(event, account)
  return event
}
