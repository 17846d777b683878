import { useEffect, useState } from "react"
import { Form } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"
import { countText } from "#core/count-text.ts"
import { formatMoney } from "#core/money.ts"
import type { Packing } from "#core/orders/view-packing.server.ts"

type Props = { undoSeconds: number } & Pick<Packing, "sums"> & {
    order: Pick<Packing["order"], "id" | "bags">
  }

/** Says that the order is packed, what is refunded, and offers to undo it as long as that is possible. */
export function PackedNotice({ order, undoSeconds, sums }: Props) {
  const canUndo = useCountdown(undoSeconds)
  const bags = order.bags === null ? null : `Packed in ${countText(order.bags, "bag")}.`
  const refunded =
    sums.refundedCents > 0 ? `${formatMoney(sums.refundedCents)} is refunded to the customer.` : null
  return (
    <Notice kind="good" role="status">
      <div className="stack">
        <p>{[bags ?? "Packed.", refunded].filter(Boolean).join(" ")}</p>
        {canUndo && (
          <Form method="post" preventScrollReset replace>
            <input type="hidden" name="orderId" value={order.id} />
            <Button name="intent" value="unpack-order" kind="plain" small>
              Undo
            </Button>
          </Form>
        )}
      </div>
    </Notice>
  )
}

/** True for so many seconds from when the page loaded. The server checks the time again. */
function useCountdown(seconds: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    if (seconds === 0) return
    const timer = setTimeout(() => setOver(true), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return seconds > 0 && !isOver
}
