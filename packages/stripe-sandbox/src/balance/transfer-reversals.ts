import type { Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { type Metadata, mergeMetadata } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import { balanceOf, recordTransaction } from "./record-transaction.ts"

type Reversal = Documents["transfer_reversal"]

/** Reverses a transfer. Throws when the connected account no longer has the money. */
export function createReversal(call: Call<{ amount?: number; metadata?: "" | Metadata }>): Reversal {
  const { world, account, id, params } = call
  const transfer = world.store.get("transfer", id, account)
  const left = transfer.amount - transfer.amount_reversed
  const amount = params.amount ?? left
  if (left === 0) throw invalidRequest("This transfer has already been fully reversed.")
  if (amount < 1 || amount > left) {
    throw invalidRequest(`Transfer reversal amount (${amount}) is greater than unreversed amount (${left})`, {
      param: "amount",
    })
  }
  const seller = transfer.destination ?? ""
  const { available, pending } = balanceOf(world, seller)
  if (available + pending < amount) {
    throw invalidRequest("Insufficient funds in the connected account to reverse this transfer.", {
      code: "balance_insufficient",
    })
  }
  const reversalId = newId("trr")
  const back = recordTransaction(world, account, { type: "transfer_refund", amount, source: reversalId })
  const refundId = refundPayment(call, transfer.destination_payment ?? "", seller, amount)
  const reversal: Reversal = {
    id: reversalId,
    object: "transfer_reversal",
    amount,
    balance_transaction: back.id,
    created: world.now(),
    currency: "usd",
    destination_payment_refund: refundId,
    metadata: mergeMetadata(null, params.metadata),
    source_refund: null,
    transfer: transfer.id,
  }
  world.store.insert(reversal, account)
  const reversed = world.store.save({
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversed: amount === left,
  })
  emitEvent(world, "transfer.reversed", reversed, account, { amount_reversed: transfer.amount_reversed })
  return reversal
}

function refundPayment({ world }: Call, paymentId: string, seller: string, amount: number): string {
  const payment = world.store.get("charge", paymentId, seller)
  const id = newId("pyr")
  const booked = recordTransaction(world, seller, { type: "payment_refund", amount: -amount, source: id })
  const refund: Documents["refund"] = {
    id,
    object: "refund",
    amount,
    balance_transaction: booked.id,
    charge: payment.id,
    created: world.now(),
    currency: "usd",
    customer: null,
    customer_account: null,
    metadata: {},
    payment_intent: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  }
  world.store.insert(refund, seller)
  const refunded = payment.amount_refunded + amount
  world.store.save({ ...payment, amount_refunded: refunded, refunded: refunded === payment.amount })
  return id
}
