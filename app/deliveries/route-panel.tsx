import { useEffect, useRef, useState } from "react"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button } from "#app/ui/button.tsx"
import { Pill } from "#app/ui/card.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { RouteToGoal } from "#core/deliveries/route-to.server.ts"
import { formatMiles } from "#core/places/distance.ts"
import { durationText } from "#core/places/duration.ts"
import { Guide, type GuideState } from "./guide.ts"
import type { DirectionsState } from "./use-directions.ts"

/** Calculate Order Time, then the route's duration, its steps, and a button that reads them aloud. */
export function RoutePanel({ deliveryId, directions }: { deliveryId: string; directions: DirectionsState }) {
  const route = directions.shown?.deliveryId === deliveryId ? directions.shown.route : null
  const left = directions.left?.deliveryId === deliveryId ? directions.left.route : null
  return (
    <section className="stack route-panel js-only" aria-label="The way" {...needsJs}>
      <Button
        type="button"
        kind="plain"
        aria-disabled={directions.busy || undefined}
        onClick={() => !directions.busy && void directions.calculate(deliveryId)}
      >
        {directions.busy ? "Calculating…" : "Calculate Order Time"}
      </Button>
      <div aria-live="polite">
        {directions.problem && directions.shownFor === deliveryId && (
          <Notice>{`${directions.problem}${route ? " This is the last route we know." : ""}`}</Notice>
        )}
        {left && <RouteSummary route={left} />}
        {route?.isEstimate && (
          <p className="soft">
            Turn-by-turn directions aren't available here, only a straight-line estimate.
          </p>
        )}
      </div>
      {route && route.steps.length > 0 && <Steps route={route} />}
    </section>
  )
}

/** Duration and distance, marked as an estimate if they are one. */
export function RouteSummary({ route }: { route: RouteToGoal }) {
  return (
    <p className="route-time">
      <strong className="display num">{durationText(route.durationSeconds)}</strong>{" "}
      <span className="num">{formatMiles(route.distanceMiles)}</span> <span>{`to the ${route.toward}`}</span>{" "}
      {route.isEstimate && <Pill ground="butter">estimate</Pill>}
    </p>
  )
}

const SILENT: GuideState = { speaking: false, step: null, problem: "" }

function Steps({ route }: { route: RouteToGoal }) {
  const [state, setState] = useState(SILENT)
  const guide = useRef<Guide | null>(null)
  guide.current ??= new Guide(setState)
  const { steps } = route
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new route stops the guidance of the last one
  useEffect(() => () => guide.current?.stop(), [route])
  return (
    <>
      <div className="split-start">
        {state.speaking ? (
          <Button type="button" small onClick={() => guide.current?.stop()}>
            Stop the voice
          </Button>
        ) : (
          <Button
            type="button"
            small
            onClick={() => void guide.current?.start(steps.map(({ speech }) => speech))}
          >
            Start the voice
          </Button>
        )}
        <Button
          type="button"
          kind="plain"
          small
          aria-disabled={state.step === null || undefined}
          onClick={() => guide.current?.repeat()}
        >
          Repeat
        </Button>
      </div>
      {state.problem && <Notice role="status">{state.problem}</Notice>}
      <ol className="route-steps">
        {steps.map(({ text, distanceMiles }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a route's steps keep their order
          <li key={index} aria-current={state.step === index ? "step" : undefined}>
            <span>{text}</span>
            {distanceMiles >= 0.05 && <span className="num soft">{formatMiles(distanceMiles)}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}
