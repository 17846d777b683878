import type { SeveralStep } from "#core/orders/seller-stages.ts"
import type { SeveralResult } from "#core/orders/step-several.server.ts"

/** What a step did to an order, after "Order 100233", by the recorded move. */
export const DONE: Readonly<Record<string, string>> = {
  acknowledge: "is yours to pack.",
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

/** What a step did to several orders, after "4 orders", by the recorded move. */
const DONE_SEVERAL: Readonly<Record<string, string>> = {
  acknowledge: "are yours to pack.",
  setReady: "are ready to pick up.",
  handOver: "are handed over.",
  offer: "are offered to couriers.",
  startDelivery: "are yours to deliver.",
  markDelivered: "are delivered.",
}

/** "Order 100233 is handed over.", "4 orders are ready to pick up." */
export function doneText(steps: readonly { number: number; move: string }[]): string {
  const [first] = steps
  if (!first) return ""
  if (steps.length === 1) return `Order ${first.number} ${DONE[first.move] ?? "was changed."}`
  const isSame = steps.every(({ move }) => move === first.move)
  return `${steps.length} orders ${(isSame && DONE_SEVERAL[first.move]) || "were changed."}`
}

/** What became of one step for several orders, with the orders for which it could not be made and why. */
export const severalText = (step: SeveralStep, { done, failed }: SeveralResult): string =>
  [doneText(done.map(({ number }) => ({ number, move: step }))), ...reasons(failed)].filter(Boolean).join(" ")

/** What became of undoing the steps of several orders. */
export const undoneText = ({ done, failed }: SeveralResult): string =>
  [done.length > 0 ? `Undone for ${done.length} orders.` : "", ...reasons(failed)].filter(Boolean).join(" ")

const reasons = (failed: SeveralResult["failed"]) =>
  [...new Set(failed.map(({ message }) => message))].map((message) => {
    const numbers = failed.filter((one) => one.message === message).map(({ number }) => number)
    return `${numbers.length === 1 ? "Order" : "Orders"} ${numbers.join(", ")}: ${message}`
  })
