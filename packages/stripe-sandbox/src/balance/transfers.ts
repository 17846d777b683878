import { z } from "zod"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams, wholeList } from "../http/lists.ts"
import { currency, mergeMetadata, metadata, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { PLATFORM } from "../store/store.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { newTransferPayment } from "./new-transfer-payment.ts"
import { balanceOf, recordTransaction } from "./record-transaction.ts"
import { createReversal } from "./transfer-reversals.ts"

export type Transfer = Documents["transfer"]

const createParams = z.strictObject({
  amount: whole.optional(),
  currency,
  description: text.optional(),
  destination: text,
  metadata: metadata.optional(),
  source_transaction: text.optional(),
  source_type: z.literal("card").optional(),
  transfer_group: text.optional(),
})
const reversalParams = z.strictObject({
  amount: whole.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  refund_application_fee: z.string().optional(),
})

export function transferRoutes(api: Api): void {
  const { store, computed } = api.world
  computed.transfer = {
    always: { reversals: (world, transfer: Transfer) => reversalsOf(world, transfer.id) },
  }
  api.post("/v1/transfers", createParams, createTransfer)
  api.get(
    "/v1/transfers",
    listParams.extend({ destination: text.optional(), transfer_group: text.optional() }),
    (call) => {
      const { destination, transfer_group } = call.params
      return listOf(call, "transfer", { destination, transfer_group })
    },
  )
  api.get("/v1/transfers/:id", nothing, ({ account, id }) => store.get("transfer", id, account))
  api.post(
    "/v1/transfers/:id",
    z.strictObject({ metadata: metadata.optional(), description: text.optional() }),
    (call) => {
      const transfer = store.get("transfer", call.id, call.account)
      const { description = transfer.description } = call.params
      return store.save({
        ...transfer,
        description,
        metadata: mergeMetadata(transfer.metadata, call.params.metadata),
      })
    },
  )
  api.post("/v1/transfers/:id/reversals", reversalParams, createReversal)
  api.get("/v1/transfers/:id/reversals", listParams, (call) =>
    listOf(call, "transfer_reversal", { transfer: call.id }),
  )
  api.get("/v1/transfers/:id/reversals/:sub", nothing, ({ account, sub }) =>
    store.get("transfer_reversal", sub, account),
  )
}

function createTransfer({ world, account, params }: Call<z.output<typeof createParams>>): Transfer {
  const destination = world.store.find("account", params.destination, PLATFORM)
  if (!destination) {
    throw invalidRequest(`No such destination: '${params.destination}'`, {
      code: "resource_missing",
      param: "destination",
    })
  }
  if (destination.capabilities?.transfers !== "active") {
    throw invalidRequest(
      "Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments",
      { code: "insufficient_capabilities_for_transfer" },
    )
  }
  const source = sourceOf(world, account, params)
  const amount = params.amount ?? source?.left
  if (amount === undefined || amount < 1)
    throw invalidRequest("Invalid positive integer", { param: "amount" })
  if (source && amount > source.left) {
    throw invalidRequest(
      `The transfers from ${source.charge.id} exceed the source transaction's amount: ${source.left} of it is left.`,
      { param: "amount" },
    )
  }
  if (!source && amount > balanceOf(world, account).available) throw insufficientFunds()
  return book(world, account, params, amount, source?.availableOn ?? world.now(), source?.charge)
}

function book(
  world: World,
  account: string,
  params: z.output<typeof createParams>,
  amount: number,
  availableOn: number,
  charge?: Documents["charge"],
): Transfer {
  const id = newId("tr")
  const group = params.transfer_group ?? charge?.transfer_group ?? null
  const booked = recordTransaction(world, account, {
    type: "transfer",
    amount: -amount,
    source: id,
    availableOn,
  })
  const payment = newTransferPayment(world, params.destination, { id, amount, group, availableOn })
  const transfer: Transfer = {
    id,
    object: "transfer",
    amount,
    amount_reversed: 0,
    balance_transaction: booked.id,
    created: world.now(),
    currency: "usd",
    description: params.description ?? null,
    destination: params.destination,
    destination_payment: payment.id,
    livemode: false,
    metadata: mergeMetadata(null, params.metadata),
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: "card",
    transfer_group: group,
  }
  world.store.insert(transfer, account)
  emitEvent(world, "transfer.created", transfer, account)
  return transfer
}

/** The charge that a transfer draws on, the amount left of it, and when its money becomes available. */
function sourceOf(world: World, account: string, params: z.output<typeof createParams>) {
  if (!params.source_transaction) return undefined
  const charge = world.store.get("charge", params.source_transaction, account, "source_transaction")
  if (!charge.paid || !charge.balance_transaction) {
    throw invalidRequest("The source transaction of a transfer must be a paid charge.", {
      param: "source_transaction",
    })
  }
  const earlier = world.store.where("transfer", account, { source_transaction: charge.id })
  const taken = earlier.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0)
  const booked = world.store.get("balance_transaction", charge.balance_transaction, account)
  return { charge, left: charge.amount - taken, availableOn: Math.max(booked.available_on, world.now()) }
}

export function insufficientFunds() {
  return invalidRequest(
    "You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card.",
    { code: "balance_insufficient" },
  )
}

function reversalsOf(world: World, id: string) {
  return wholeList(
    world.store.where("transfer_reversal", null, { transfer: id }).reverse(),
    `/v1/transfers/${id}/reversals`,
  )
}
