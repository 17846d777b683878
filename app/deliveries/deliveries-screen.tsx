import "./deliveries.css"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { useNavigate, useRevalidator } from "react-router"
import { writeCoordinates } from "#app/catalog/coordinates-param.ts"
import { QueueNotice } from "#app/step-queue/queue-notice.tsx"
import { useStepQueue } from "#app/step-queue/use-step-queue.ts"
import { AgreeFirst } from "#app/terms/agree-first.tsx"
import { Button, LinkButton } from "#app/ui/button.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { LivePaused, Notice } from "#app/ui/states.tsx"
import { toast } from "#app/ui/toast.ts"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import type { DeliveriesView } from "#core/deliveries/view-deliveries.server.ts"
import { hasArrived } from "#core/places/arrival.ts"
import { isCoordinates } from "#core/places/coordinates.ts"
import { ActivePanel } from "./active-panel.tsx"
import { CourierMap } from "./courier-map.tsx"
import { COURIER_QUEUE, sendGiveBack } from "./courier-queue.ts"
import { LossNotice } from "./loss-notice.tsx"
import { NewDelivery } from "./new-delivery.tsx"
import { type QueuedStep, type StepKind, withQueued } from "./queued-steps.ts"
import { StopWindow } from "./stop-window.tsx"
import { type Stop, stopsOf } from "./stops.ts"
import { type CourierPosition, useCourierPosition } from "./use-courier-position.ts"
import { useDirections } from "./use-directions.ts"
import { useNewDelivery } from "./use-new-delivery.ts"
import { useReportPosition } from "./use-report-position.ts"
import { useWaitingRoom } from "./use-waiting-room.ts"
import { cardId, WaitingList } from "./waiting-list.tsx"

type Props = {
  personId: string
  view: DeliveriesView
  /** The position that the list is for, as in the URL; null for the courier's address. */
  near: string | null
  /** Whether the courier still has to agree to the location terms. Their position is not sent before that. */
  mustAgree: boolean
  photoError: string | undefined
}

export function DeliveriesScreen(props: Props) {
  const { mustAgree, photoError } = props
  const screen = useScreen(props)
  const { shown, stops, fresh, courier, directions, queue } = screen
  const isThere = shown.active !== null && arrived(shown.active, courier.position)
  const sheet = useSheet([
    screen.legKey,
    isThere,
    shown.notices.length,
    queue.isOffline,
    queue.signedOut,
    queue.steps.length > 0,
    queue.rejections.length,
  ])
  if (!shown.mayDeliver) return <NotYet />
  const fly = (delivery: WaitingDelivery) => {
    showInList(delivery.id)
    screen.fly()
  }
  const windowOf = (stop: Stop) => (
    <StopWindow
      stop={stop}
      goal={shown.active}
      onTake={screen.take}
      onStep={screen.step}
      directions={directions}
    />
  )
  return (
    <div className="courier">
      <h1 className="sr-only">Deliveries</h1>
      <div className="courier-map">
        <CourierMap
          stops={stops}
          courier={courier.position}
          shown={directions.shown}
          flyTo={screen.flyTo}
          onOpened={({ waiting: [first] }) => first && showInList(first.id)}
          windowOf={windowOf}
        />
      </div>
      <div className="courier-top">
        {fresh && <NewDelivery delivery={fresh} onFly={() => fly(fresh)} onLater={screen.later} />}
      </div>
      <section
        ref={sheet}
        className={queue.isOffline ? "sheet stack sheet-offline" : "sheet stack"}
        aria-label="Your deliveries"
      >
        <LivePaused text="Live updates are paused. We are trying again." />
        <QueueNotice {...queue} />
        {shown.notices.map((notice) => (
          <LossNotice key={notice.id} {...notice} />
        ))}
        {mustAgree && shown.active && (
          <AgreeFirst next="/deliveries">To let your customer follow you on the map</AgreeFirst>
        )}
        {!courier.granted && (
          <Button type="button" small kind="plain" className="js-only" onClick={() => void courier.locate()}>
            <Icon name="pin" width="18" height="18" /> Allow Location Access
          </Button>
        )}
        {courier.problem && <Notice role="status">{courier.problem}</Notice>}
        {shown.active ? (
          <ActivePanel
            key={`${shown.active.id} ${shown.active.status}`}
            delivery={shown.active}
            hasArrived={isThere}
            directions={directions}
            photoError={photoError}
            onStep={screen.step}
            onGiveBack={screen.giveBack}
          />
        ) : (
          <>
            <h2>Waiting deliveries</h2>
            <WaitingList
              waiting={shown.waiting}
              directions={directions}
              isOffline={queue.isOffline}
              onTake={screen.take}
            />
          </>
        )}
      </section>
    </div>
  )
}

/** Once the courier's position is known, the list is for that position. It is in the URL, as on the home page. */
function useListNear(position: CourierPosition | null, near: string | null) {
  const navigate = useNavigate()
  const wanted = position && writeCoordinates(position)
  useEffect(() => {
    if (wanted && wanted !== near)
      void navigate(`?${new URLSearchParams({ near: wanted })}`, { replace: true, preventScrollReset: true })
  }, [wanted, near, navigate])
}

/** Scrolls the sheet to the top, where the next step is, whenever a new step or notice appears. */
function useSheet(moment: readonly unknown[]) {
  const sheet = useRef<HTMLElement>(null)
  const key = JSON.stringify(moment)
  // In braces: scrollTo returns a promise in newer browsers, and an effect may only return its cleanup function.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another step or notice is shown
  useEffect(() => {
    sheet.current?.scrollTo({ top: 0 })
  }, [key])
  return sheet
}

/** On a small phone the info window has little room, so the list is scrolled to the same delivery. */
function showInList(deliveryId: string) {
  document.getElementById(cardId(deliveryId))?.scrollIntoView({ block: "nearest" })
}

const NO_STEPS: readonly QueuedStep[] = []

function useScreen({ personId, view, near, mustAgree }: Props) {
  const [goal, setGoal] = useState<string | null>(null)
  const courier = useCourierPosition(goal, view.active !== null)
  const { revalidate } = useRevalidator()
  useWaitingRoom(view.mayDeliver)
  const { fresh, dismiss } = useNewDelivery(view, near)
  // Steps that were sent but are not in the view yet, because the network may fail before the loader gets its response.
  const [sent, setSent] = useState<{ since: DeliveriesView; steps: readonly QueuedStep[] }>()
  const done = sent?.since === view ? sent.steps : NO_STEPS
  const queue = useStepQueue(COURIER_QUEUE, personId, (result) => {
    setSent({ since: view, steps: [...done, ...result.sent] })
    return revalidate()
  })
  const shown = useMemo(() => withQueued(view, [...done, ...queue.steps]), [view, done, queue.steps])
  const stops = useMemo(() => stopsOf(shown), [shown])
  const [flyTo, setFlyTo] = useState<Stop | null>(null)
  const { locate, latest, granted } = courier
  const here = useCallback(async () => latest.current ?? (await locate()), [latest, locate])
  const directions = useDirections(here, courier.position)
  const { calculate, forget } = directions
  const activeId = shown.active?.id ?? null
  const legKey = shown.active ? `${shown.active.id} ${shown.active.status}` : null

  const isListed = shown.active === null && !queue.isOffline
  useListNear(isListed ? courier.position : null, near)
  // The rooms revalidate too when they are connected again, but after a random delay.
  useEffect(() => {
    const online = () => void revalidate()
    addEventListener("online", online)
    return () => removeEventListener("online", online)
  }, [revalidate])
  // The position watch starts when the courier takes a delivery and restarts at pickup. Each leg has its own
  // directions, which the server can compute once it has received the step.
  const isSent = view.active?.id === activeId && view.active?.status === shown.active?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: clears the route of the last leg when the next one begins
  useEffect(() => forget(), [legKey, forget])
  useEffect(() => {
    setGoal(granted ? legKey : null)
    if (granted && activeId && legKey && isSent) void calculate(activeId)
  }, [granted, activeId, legKey, isSent, calculate])
  const onTheWay = view.active?.status === "picked up" ? view.active.id : null
  // Once the phone no longer knows its position, the last known one is not sent again.
  useReportPosition(mustAgree ? null : onTheWay, courier.problem ? null : courier.position)

  const act = (kind: StepKind, delivery: Pick<WaitingDelivery, "id" | "orderNumber">, photo?: Blob) => {
    if (!granted && kind !== "deliver") void locate()
    const { id: deliveryId, orderNumber } = delivery
    void queue.add({ kind, deliveryId, orderNumber, ...(photo ? { photo } : {}) })
  }
  const fly = () => {
    setFlyTo(stops.find((stop) => stop.waiting.some(({ id }) => id === fresh?.id)) ?? null)
    dismiss()
  }
  return {
    shown,
    stops,
    fresh,
    courier,
    directions,
    queue,
    flyTo,
    legKey,
    fly,
    later: dismiss,
    take: (delivery: WaitingDelivery) => act("take", delivery),
    step: (kind: StepKind, photo?: Blob) => shown.active && act(kind, shown.active, photo),
    giveBack: () => void (shown.active && giveBack(shown.active).then(revalidate)),
  }
}

async function giveBack({ id, orderNumber }: ActiveDelivery) {
  const sent = await sendGiveBack(id, orderNumber)
  if (sent.outcome === "done") toast("You gave the delivery back. Others can take it now.")
  else if (sent.outcome === "rejected") toast(sent.message, "error")
  else toast("You need to be online to give a delivery back. Try again.", "error")
}

function arrived(delivery: ActiveDelivery, position: CourierPosition | null): boolean {
  const isPickedUp = delivery.status === "picked up"
  const goal = isPickedUp
    ? { lat: delivery.lat, lng: delivery.lng }
    : { lat: delivery.marketLat, lng: delivery.marketLng }
  const source = isPickedUp ? delivery.positionSource : delivery.marketPositionSource
  if (!position || !source || !isCoordinates(goal)) return false
  return hasArrived(position, position.accuracyMeters, { ...goal, source })
}

function NotYet() {
  return (
    <div className="page stack narrow">
      <h1>Deliveries</h1>
      <Notice kind="info">
        You can deliver once you are approved and connected with Stripe. Your dashboard shows what's missing.
      </Notice>
      <LinkButton to="/express-dashboard">Go to Dashboard</LinkButton>
    </div>
  )
}
