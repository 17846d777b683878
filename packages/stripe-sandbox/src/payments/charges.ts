import { z } from "zod"
import type { Api } from "../http/api.ts"
import { listOf, listParams } from "../http/lists.ts"
import { mergeMetadata, metadata, nothing, text } from "../http/params.ts"
import { emitEvent } from "../webhooks/emit-event.ts"

export function chargeRoutes(api: Api): void {
  const { store } = api.world
  api.get(
    "/v1/charges",
    listParams.extend({
      customer: text.optional(),
      payment_intent: text.optional(),
      transfer_group: text.optional(),
    }),
    (call) => {
      const { customer, payment_intent, transfer_group } = call.params
      return listOf(call, "charge", { customer, payment_intent, transfer_group })
    },
  )
  api.get("/v1/charges/:id", nothing, ({ account, id }) => store.get("charge", id, account))
  api.post(
    "/v1/charges/:id",
    z.strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      transfer_group: text.optional(),
    }),
    ({ world, account, id, params }) => {
      const charge = store.get("charge", id, account)
      const { description = charge.description, transfer_group = charge.transfer_group } = params
      const updated = store.save({
        ...charge,
        description,
        transfer_group,
        metadata: mergeMetadata(charge.metadata, params.metadata),
      })
      emitEvent(world, "charge.updated", updated, account)
      return updated
    },
  )
}
