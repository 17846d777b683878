import { writeFileSync } from "node:fs"
import { CHECKOUT_MOVES } from "#core/checkout/checkout.ts"
import type { Moves, StatusMove } from "#core/history/moves.ts"
import { type Move, ORDER_MOVES, PLACED } from "#core/orders/moves.ts"
import { REPLACEMENT_MOVES } from "#core/orders/replacement.ts"
import { REFUND_MOVES } from "#core/payments/refund-states.ts"
import { PAYOUT_MOVES } from "#core/payouts/payout.ts"
import { REVERSAL_MOVES, TRANSFER_MOVES } from "#core/payouts/transfer.ts"

/** `npm run states`: regenerates docs/states.md from the tables of moves. A test fails if that was forgotten. */
export const STATES_PAGE = new URL("../../docs/states.md", import.meta.url)

type Row = readonly string[]

/** A Markdown table with columns as wide as their longest text. */
function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)),
  )
  const line = (cells: Row) =>
    `| ${cells.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("\n")
}

const named = (status: string | null) => status ?? "none"
const from = (move: StatusMove<string>) => move.from.map(named).join(", ")
const by = (move: StatusMove<string>) =>
  move.by.map((role) => (role === "deliverer" ? "courier" : role)).join(", ")

/** Describes the orders a move applies to, and who delivers them. */
const whichOrders = ({ fulfilment, deliveredBy }: Move) =>
  [fulfilment ?? "any", ...(deliveredBy ? [deliveredBy] : [])].join(", ")

const orderRows = (Object.entries(ORDER_MOVES) as [string, Move][]).map(([name, move]) => [
  name,
  whichOrders(move),
  from(move),
  named(move.to),
  by(move),
])
const placedRows = Object.entries(PLACED).map(([fulfilment, status]) => [
  "place",
  fulfilment,
  "(new)",
  named(status),
  "customer, system",
])

/** A table of moves; null is the status before something exists. */
const movesOf = (moves: Moves<string>) =>
  table(
    ["move", "from", "to", "by"],
    Object.entries(moves).map(([name, move]) => [
      name,
      move.from.map((status) => status ?? "(new)").join(", "),
      named(move.to),
      by(move),
    ]),
  )

/** The content of docs/states.md. */
export const statesPage = (): string => `# Statuses and their moves

Each status changes by a move of its table and in no other way: one function makes it, by an update that says from where,
and zero rows means that somebody else moved first. The same transaction writes the move into the table \`history\`
([schema](../db/schema/history.ts)): which move, from where to where, the actor's role and id, and when. Rows from before
0.2.0 were carried over as far as their times say it; who moved them is mostly not known.

This page is written by \`npm run states\` from the tables. The system is a job, a sweep or a provider's webhook.

## Orders

[core/orders/moves.ts](../core/orders/moves.ts), made by [move-order](../core/orders/move-order.server.ts) and, where an order is
given up, by [cancel-order](../core/orders/cancel-order.server.ts). "Own" is a delivery by the seller's own person or a carrier,
"platform" one by a courier of Pushcart, who proves it with a photo. "None" is an order whose seller has not said yet which
it is. What is called off is refunded at the platform's cost: seller and courier are paid.

${table(["move", "order", "from", "to", "by"], [...placedRows, ...orderRows])}

## Checkouts

[core/checkout/checkout.ts](../core/checkout/checkout.ts), made by
[move-checkout](../core/checkout/move-checkout.server.ts). A released one is deleted after 30 days.

${movesOf(CHECKOUT_MOVES)}

## Refunds

[core/payments/refund-states.ts](../core/payments/refund-states.ts), made by [move-refund](../core/payments/move-refund.server.ts).
"Due" is not at the card provider yet, "sent" is pending there. "Failed" is what the provider gave up: it is sent again. "Closed"
is what a lost dispute made needless. One that is recorded was made in the provider's dashboard; one is covered where the
dashboard gave back all that we still had to send, and reopened where that failed.

${movesOf(REFUND_MOVES)}

## Replacements

[core/orders/replacement.ts](../core/orders/replacement.ts), made by
[move-replacement](../core/orders/move-replacement.server.ts). An offer ends by its customer's answer, after 15 minutes, or when
the order is refunded, canceled or leaves the market.

${movesOf(REPLACEMENT_MOVES)}

## Transfers

[core/payouts/transfer.ts](../core/payouts/transfer.ts), made by [move-transfer](../core/payouts/move-transfer.server.ts). A
transfer is scheduled when its order is fulfilled, and sent after the delay. It is reversed once all of it was taken back; of
a part, its amount says how much.

${movesOf(TRANSFER_MOVES)}

What takes a transfer back, or a part of it, is a reversal, with a status of its own:

${movesOf(REVERSAL_MOVES)}

## Payouts

[core/payouts/payout.ts](../core/payouts/payout.ts), made by [move-payout](../core/payouts/move-payout.server.ts). Banks send back
even what was called paid; it is in the balance again then.

${movesOf(PAYOUT_MOVES)}
`

if (import.meta.main) writeFileSync(STATES_PAGE, statesPage())
