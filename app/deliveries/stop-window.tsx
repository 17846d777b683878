import { Button } from "#app/ui/button.tsx"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { DeliveryFacts } from "./delivery-facts.tsx"
import type { StepKind } from "./queued-steps.ts"
import { RouteSummary } from "./route-panel.tsx"
import { StepForm } from "./step-form.tsx"
import type { Stop } from "./stops.ts"
import type { DirectionsState } from "./use-directions.ts"
import { WaitingActions } from "./waiting-list.tsx"

type Props = {
  stop: Stop
  /** The delivery under way, or null. */
  goal: ActiveDelivery | null
  directions: DirectionsState
  onTake: (delivery: WaitingDelivery) => void
  onStep: (kind: StepKind) => void
}

/** A marker's window: the deliveries that wait there with their actions, or the order to pick up or deliver there. */
export function StopWindow({ stop, goal, directions, onTake, onStep }: Props) {
  const isMarket = stop.isGoal && goal?.status === "taken"
  return (
    <>
      <h2>{stop.label}</h2>
      {stop.waiting.map((delivery) => (
        <div key={delivery.id} className="stack">
          <div>
            <DeliveryFacts delivery={delivery} />
          </div>
          <RouteTime deliveryId={delivery.id} directions={directions} />
          <WaitingActions delivery={delivery} directions={directions} onTake={onTake} />
        </div>
      ))}
      {stop.isGoal && goal && (
        <div className="stack">
          {isMarket && (
            <div>
              <DeliveryFacts delivery={goal} />
            </div>
          )}
          <RouteTime deliveryId={goal.id} directions={directions} />
          <div className="split-start">
            {isMarket && (
              <StepForm
                intent="pickUp"
                deliveryId={goal.id}
                onStep={() => onStep("pickUp")}
                label={`Pick up order ${goal.orderNumber}`}
              >
                Pick up
              </StepForm>
            )}
            <Button type="button" kind="plain" onClick={() => void directions.calculate(goal.id)}>
              Show route
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

function RouteTime({ deliveryId, directions }: { deliveryId: string; directions: DirectionsState }) {
  const route = directions.left?.deliveryId === deliveryId ? directions.left.route : null
  return route && <RouteSummary route={route} />
}
