import type { Queued } from "#app/step-queue/step-queue.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"

/** The taps that must survive a lost network. Giving back is not one of them: other couriers wait for it. */
export type StepKind = "take" | "pickUp" | "deliver"

export type QueuedStep = Queued & { kind: StepKind; deliveryId: string; photo?: Blob }

/** Returns the view as if every queued step had been sent: this is shown while the network is down. */
export function withQueued(view: DeliveriesView, steps: readonly QueuedStep[]): DeliveriesView {
  return steps.reduce(apply, view)
}

function apply(view: DeliveriesView, step: QueuedStep): DeliveriesView {
  const { active, waiting } = view
  if (step.kind === "take") {
    const taken = waiting.find(({ id }) => id === step.deliveryId)
    if (active || !taken) return view
    const { awayMiles: _away, ...market } = taken
    return { ...view, waiting: [], active: { ...market, ...UNKNOWN_CUSTOMER, status: "taken" } }
  }
  if (active?.id !== step.deliveryId) return view
  if (step.kind === "pickUp") return { ...view, active: { ...active, status: "picked up" } }
  return { ...view, active: null }
}

/** Placeholder until the server returns the customer to the courier who took the delivery. */
const UNKNOWN_CUSTOMER = {
  firstName: "",
  lastName: "",
  address: "",
  addressOne: "",
  city: "",
  state: "",
  zip: "",
  phone: "",
  instructions: null,
  lat: null,
  lng: null,
  positionSource: null,
}
