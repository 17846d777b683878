import { z } from "zod"
import type { Api } from "../http/api.ts"
import { listOf, listParams } from "../http/lists.ts"
import { flag, mergeMetadata, metadata, nothing, text } from "../http/params.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import { closeDispute, type Dispute, newDispute } from "./new-dispute.ts"

const updateParams = z.strictObject({
  evidence: z.record(z.string(), text).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
})

export function disputeRoutes(api: Api): void {
  const { world } = api
  const { store } = world
  world.computed.dispute = {
    always: {
      balance_transactions: (_, dispute: Dispute) =>
        store.where("balance_transaction", null, { source: dispute.id }),
    },
  }
  world.tasks.dispute = (_, charge) => void newDispute(world, charge)
  world.controls.dispute = (body) => {
    const { charge, reason } = z.object({ charge: z.string(), reason: z.string().optional() }).parse(body)
    return store.transaction(() => newDispute(world, charge, reason))
  }
  world.controls["close-dispute"] = (body) => {
    const { dispute, outcome } = z
      .object({ dispute: z.string(), outcome: z.enum(["won", "lost"]) })
      .parse(body)
    return store.transaction(() => closeDispute(world, dispute, outcome))
  }
  api.get(
    "/v1/disputes",
    listParams.extend({ charge: text.optional(), payment_intent: text.optional() }),
    (call) =>
      listOf(call, "dispute", { charge: call.params.charge, payment_intent: call.params.payment_intent }),
  )
  api.get("/v1/disputes/:id", nothing, ({ account, id }) => store.get("dispute", id, account))
  api.post("/v1/disputes/:id", updateParams, ({ account, id, params }) => {
    const dispute = store.get("dispute", id, account)
    const { evidence = {}, submit } = params
    const updated = store.save({
      ...dispute,
      evidence: { ...dispute.evidence, ...evidence },
      evidence_details: {
        ...dispute.evidence_details,
        has_evidence: dispute.evidence_details.has_evidence || Object.keys(evidence).length > 0,
        submission_count: dispute.evidence_details.submission_count + (submit ? 1 : 0),
      },
      metadata: mergeMetadata(dispute.metadata, params.metadata),
      status: submit ? ("under_review" as const) : dispute.status,
    })
    emitEvent(world, "charge.dispute.updated", updated, account)
    // Stripe's magic texts for tests decide the dispute immediately.
    const words = evidence.uncategorized_text
    if (submit && words === "winning_evidence") return closeDispute(world, id, "won")
    if (submit && words === "losing_evidence") return closeDispute(world, id, "lost")
    return updated
  })
  api.post("/v1/disputes/:id/close", nothing, ({ account, id }) => {
    store.get("dispute", id, account)
    return closeDispute(world, id, "lost")
  })
}
