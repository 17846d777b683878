import { z } from "zod"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { currency, mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { balanceOf, recordTransaction } from "./record-transaction.ts"

type Payout = Documents["payout"]

export interface BankFacts {
  /** The error of payouts to this account number, if it is one of the failing test numbers. */
  failure?: { code: string; message: string }
}

const createParams = z.strictObject({
  amount: whole,
  currency,
  description: text.optional(),
  destination: text.optional(),
  metadata: metadata.optional(),
  method: z.enum(["standard", "instant"]).optional(),
  source_type: z.literal("card").optional(),
  statement_descriptor: text.max(22).optional(),
})

export function payoutRoutes(api: Api): void {
  const { store, tasks } = api.world
  tasks.payout = settle
  api.post("/v1/payouts", createParams, createPayout)
  api.get(
    "/v1/payouts",
    listParams.extend({ status: text.optional(), destination: text.optional() }),
    (call) => listOf(call, "payout", { status: call.params.status, destination: call.params.destination }),
  )
  api.get("/v1/payouts/:id", nothing, ({ account, id }) => store.get("payout", id, account))
  api.post(
    "/v1/payouts/:id",
    z.strictObject({ metadata: metadata.optional() }),
    ({ account, id, params }) => {
      const payout = store.get("payout", id, account)
      return store.save({ ...payout, metadata: mergeMetadata(payout.metadata, params.metadata) })
    },
  )
  api.post("/v1/payouts/:id/cancel", nothing, ({ world, account, id }) => {
    const payout = store.get("payout", id, account)
    if (payout.status !== "pending") {
      throw invalidRequest(
        `Payouts can only be canceled while they are pending; this one is ${payout.status}.`,
      )
    }
    return giveBack(world, account, payout, "payout_cancel", { status: "canceled" })
  })
}

function createPayout({ world, account, params }: Call<z.output<typeof createParams>>): Payout {
  const owner = account ? world.store.get("account", account) : null
  if (owner && !owner.payouts_enabled) {
    throw invalidRequest("Cannot create payouts: payouts are not enabled for this account.", {
      code: "payouts_not_allowed",
    })
  }
  if (params.amount < 1) throw invalidRequest("Invalid positive integer", { param: "amount" })
  const destination = bankOf(world, account, params.destination)
  const { available } = balanceOf(world, account)
  if (params.amount > available) {
    throw invalidRequest(
      `You have insufficient funds in your Stripe account for this transfer. Your card balance is too low: ${available} is available.`,
      { code: "balance_insufficient", param: "amount" },
    )
  }
  const id = newId("po")
  const booked = recordTransaction(world, account, { type: "payout", amount: -params.amount, source: id })
  const payout: Payout = {
    id,
    object: "payout",
    amount: params.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: world.now() + 86_400,
    automatic: false,
    balance_transaction: booked.id,
    created: world.now(),
    currency: "usd",
    description: params.description ?? null,
    destination: destination.id,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    method: params.method ?? "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "not_applicable",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: params.statement_descriptor ?? null,
    status: "pending",
    trace_id: { status: "pending", value: null },
    type: "bank_account",
  }
  world.store.insert(payout, account)
  emitEvent(world, "payout.created", payout, account)
  world.later("payout", id, world.now() + world.config.payoutSeconds)
  return payout
}

function bankOf(world: World, account: string, id: string | undefined): Documents["bank_account"] {
  if (id) return world.store.get("bank_account", id, account, "destination")
  const banks = world.store.where("bank_account", account)
  const bank = banks.find((one) => one.default_for_currency) ?? banks[0]
  if (bank) return bank
  throw invalidRequest("Sorry, you don't have any external accounts in that currency (usd).", {
    param: "currency",
  })
}

/** Marks a payout paid or failed, once `payoutSeconds` of the configuration have passed. */
function settle(world: World, id: string): void {
  const account = world.store.accountOf(id)
  const payout = world.store.find("payout", id, account)
  if (payout?.status !== "pending") return
  const { failure } = world.store.hidden<BankFacts>(payout.destination ?? "")
  if (failure) {
    giveBack(world, account, payout, "payout_failure", {
      status: "failed",
      failure_code: failure.code,
      failure_message: failure.message,
    })
    return
  }
  const paid = world.store.save({ ...payout, status: "paid" })
  emitEvent(world, "payout.paid", paid, account, { status: "pending" })
}

function giveBack(
  world: World,
  account: string,
  payout: Payout,
  type: "payout_cancel" | "payout_failure",
  fields: Partial<Payout>,
): Payout {
  const booked = recordTransaction(world, account, { type, amount: payout.amount, source: payout.id })
  const ended: Payout = { ...payout, ...fields, failure_balance_transaction: booked.id }
  world.store.save(ended)
  emitEvent(world, type === "payout_cancel" ? "payout.canceled" : "payout.failed", ended, account, {
    status: "pending",
  })
  return ended
}
