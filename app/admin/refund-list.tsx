import { Form } from "react-router"
import { RefundState, refundReceiptLines } from "#app/orders/order-refunds.tsx"
import { Card, Receipt } from "#app/ui/card.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import type { AdminOrder } from "#core/orders/find-orders.server.ts"
import { paidByText } from "./paid-by-text.ts"
import { WhenText } from "./when-text.tsx"

type Refund = AdminOrder["refunds"][number]

const MADE_BY = {
  cancellation: "From the cancellation",
  packing: "By the market, while packing",
  provider: "In the card provider's dashboard",
} as const

/** The refunds of an order so far: amount, who made each, and where the money is. */
export function RefundList({ found }: { found: AdminOrder }) {
  return found.refunds.map((refund, at) => (
    <Card key={refund.id} className="stack" aria-label={`Refund ${at + 1}`}>
      <div className="split">
        <h2 className="admin-h">{`Refund ${at + 1}`}</h2>
        <RefundState refund={refund} />
      </div>
      <p className="quote">{`“${refund.reason}”`}</p>
      <Receipt lines={refundReceiptLines(refund, "Refunded")} />
      <ol className="past">
        <li>
          <span>{`${makerText(refund)},`}</span> <WhenText at={refund.createdAt} />.{" "}
          {/* Empty if nothing is booked: a cancellation reverses everything the order earned. */}
          <span>{refund.shares && paidByText(found.market.name, refund.shares)}</span>
        </li>
        <Step at={refund.sentAt}>Accepted by the card provider</Step>
        <Step
          at={refund.failedAt}
        >{`Failed ${refund.failures === 1 ? "once" : `${refund.failures} times`}, last`}</Step>
        <Step at={refund.doneAt}>On the customer's card</Step>
        <Step at={refund.status === "failed" ? refund.nextTryAt : null}>Next automatic retry</Step>
      </ol>
      {refund.status === "failed" && <RetryRefund refund={refund} />}
    </Card>
  ))
}

function makerText({ source, madeBy }: Refund): string {
  if (source !== "order") return MADE_BY[source]
  return `Made by ${madeBy ?? "a former admin"}`
}

function Step({ at, children }: { at: Date | null; children: string }) {
  if (!at) return null
  return (
    <li>
      <span>{`${children},`}</span> <WhenText at={at} />
    </li>
  )
}

function RetryRefund({ refund }: { refund: Refund }) {
  return (
    <Form method="post">
      <input type="hidden" name="refundId" value={refund.id} />
      <SubmitButton name="intent" value="retry-refund" kind="plain">
        Try again now
      </SubmitButton>
    </Form>
  )
}
