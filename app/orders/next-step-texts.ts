import type { SeveralStep } from "#core/orders/seller-stages.ts"
import type { SeveralResult } from "#core/orders/step-several.server.ts"

/** What a step did to an order, after "Order 100233", by the recorded move. */
export const DONE: Readonly<Record<string, string>> = {
  setReady: "is ready to pick up.",
  setPending: "is pending again.",
  handOver: "is handed over.",
  startDelivery: "is yours to deliver.",
  takeBack: "is undecided again.",
  ship: "is shipped.",
  markDelivered: "is delivered.",
  offer: "is offered to couriers.",
  withdraw: "is undecided again.",
}

/** What a step did to several orders, after "4 orders". */
const DONE_SEVERAL: Record<SeveralStep, string> = {
  acknowledge: "are yours to pack.",
  setReady: "are ready to pick up.",
  offer: "are offered to couriers.",
  startDelivery: "are yours to deliver.",
  markDelivered: "are delivered.",
}

/** What became of one step for several orders, with the orders for which it could not be made and why. */
export function severalText(step: SeveralStep, { done, failed }: SeveralResult): string {
  const [first] = done
  const did =
    first && done.length === 1
      ? `Order ${first.number} ${step === "acknowledge" ? "is yours to pack." : DONE[step]}`
      : done.length > 1
        ? `${done.length} orders ${DONE_SEVERAL[step]}`
        : ""
  const reasons = [...new Set(failed.map(({ message }) => message))].map((message) => {
    const numbers = failed.filter((one) => one.message === message).map(({ number }) => number)
    return `${numbers.length === 1 ? "Order" : "Orders"} ${numbers.join(", ")}: ${message}`
  })
  return [did, ...reasons].filter(Boolean).join(" ")
}
