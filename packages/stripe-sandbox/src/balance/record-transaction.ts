import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import type { World } from "../world.ts"

export type BalanceTransaction = Documents["balance_transaction"]

interface Entry {
  type: BalanceTransaction["type"]
  amount: number
  fee?: number
  source: string
  description?: string | null
  availableOn?: number
}

const CATEGORY: Record<string, string> = {
  payment: "charge",
  payment_refund: "refund",
  transfer_refund: "transfer_reversal",
  payout_cancel: "payout_reversal",
  payout_failure: "payout_reversal",
  adjustment: "dispute",
}

/** Adds a balance transaction to an account. The account's balance is the sum of these. */
export function recordTransaction(world: World, account: string, entry: Entry): BalanceTransaction {
  const fee = entry.fee ?? 0
  const availableOn = entry.availableOn ?? world.now()
  const transaction: BalanceTransaction = {
    id: newId("txn"),
    object: "balance_transaction",
    amount: entry.amount,
    available_on: availableOn,
    balance_type: "payments",
    created: world.now(),
    currency: "usd",
    description: entry.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: "usd",
            description: "Stripe processing fees",
            type: "stripe_fee",
          },
        ]
      : [],
    net: entry.amount - fee,
    reporting_category: CATEGORY[entry.type] ?? entry.type,
    source: entry.source,
    status: availableOn <= world.now() ? "available" : "pending",
    type: entry.type,
  }
  world.store.db
    .query("insert into ledger (transaction_id, account, net, available_on) values (?, ?, ?, ?)")
    .run(transaction.id, account, transaction.net, availableOn)
  return world.store.insert(transaction, account)
}

/** An account's balance in cents: `available` can be moved, `pending` is not available yet. */
export function balanceOf(world: World, account: string): { available: number; pending: number } {
  const sums = world.store.db
    .query<{ available: number | null; pending: number | null }, [number, string]>(
      `select sum(case when available_on <= ?1 then net end) as available,
              sum(case when available_on > ?1 then net end) as pending
       from ledger where account = ?2`,
    )
    .get(world.now(), account)
  return { available: sums?.available ?? 0, pending: sums?.pending ?? 0 }
}
