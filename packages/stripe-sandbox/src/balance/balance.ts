import { z } from "zod"
import type { Api } from "../http/api.ts"
import { listOf, listParams } from "../http/lists.ts"
import { nothing, text } from "../http/params.ts"
import type { World } from "../world.ts"
import { type BalanceTransaction, balanceOf } from "./record-transaction.ts"

export function balanceRoutes(api: Api): void {
  const { store, computed } = api.world
  computed.balance_transaction = {
    always: {
      status: (world, doc: BalanceTransaction) => (doc.available_on <= world.now() ? "available" : "pending"),
    },
  }
  api.get("/v1/balance", nothing, ({ world, account }) => showBalance(world, account))
  api.get(
    "/v1/balance_transactions",
    listParams.extend({
      type: text.optional(),
      source: text.optional(),
      currency: text.optional(),
      payout: z.string().optional(),
    }),
    (call) => {
      const { type, source } = call.params
      return listOf(call, "balance_transaction", { type, source })
    },
  )
  api.get("/v1/balance_transactions/:id", nothing, ({ account, id }) =>
    store.get("balance_transaction", id, account),
  )
}

export function showBalance(world: World, account: string) {
  const { available, pending } = balanceOf(world, account)
  const part = (amount: number) => [{ amount, currency: "usd", source_types: { card: amount } }]
  return {
    object: "balance" as const,
    available: part(available),
    ...(account
      ? { instant_available: part(available) }
      : { connect_reserved: [{ amount: 0, currency: "usd" }] }),
    livemode: false,
    pending: part(pending),
    refund_and_dispute_prefunding: { available: part(0), pending: part(0) },
  }
}
