import { expect, it } from "vitest"
import type { CardPayment, Payments } from "#core/ports/payments.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { processEvent } from "./process-event.server.ts"
import { receiveEvent } from "./receive-event.server.ts"

const database = useDatabase()

it("asks the provider once about an event, however often its job runs", async () => {
  const asked: string[] = []
  // The payment belongs to none of our checkouts, so nothing happens.
  const findPayment: Payments["findPayment"] = async (id) => {
    asked.push(id)
    return { id, checkoutId: null } as CardPayment
  }
  const ctx = systemCtx(database, { ports: { payments: { findPayment } as Payments } })
  const event = { id: "evt_1", type: "payment_intent.succeeded", objectId: "pi_1" }
  await receiveEvent(ctx, { ...event, accountId: null, createdAt: new Date() })
  await processEvent(ctx, { eventId: event.id })
  await processEvent(ctx, { eventId: event.id })
  await processEvent(ctx, { eventId: event.id })
  expect(asked).toEqual(["pi_1"])
})
