import { useEffect, useState } from "react"
import { pageCookie, setPageCookie } from "#app/page-cookies.ts"
import { AgreeFirst } from "#app/terms/agree-first.tsx"
import { Button } from "#app/ui/button.tsx"
import { Card } from "#app/ui/card.tsx"
import { Icon } from "#app/ui/icon.tsx"
import { Link } from "#app/ui/link.tsx"
import { DAY_SECONDS } from "#core/durations.ts"
import type { Role } from "#core/identity/roles.ts"
import { PUSH_HINTS } from "./push-hints.tsx"
import { PUSH_SUBSCRIPTION, type PushOffer, pushSupport, subscribeToPush } from "./subscribe-to-push.ts"

const WORDS: Record<Role, { title: string; text: string }> = {
  customer: {
    title: "Know when your order is ready",
    text: "This device can notify you when an order is ready, on its way or delivered.",
  },
  seller: {
    title: "Get notified of new orders",
    text: "This device can notify you of a new order, even while this page is closed.",
  },
  deliverer: {
    title: "Get notified of new deliveries",
    text: "This device can notify you of a delivery near you, even while this page is closed.",
  },
  admin: {
    title: "Get notified of new applications",
    text: "This device can notify you when someone is waiting for a decision, even while this page is closed.",
  },
}

type State =
  | { kind: "offer"; publicKey: string; problem?: string }
  | { kind: "agree"; next: string }
  | { kind: "install" | "blocked" | "on" | "busy" }

/**
 * Offers push notifications on this device, once there is something to notify about. Shown only in a browser that
 * supports them, or would as an installed app, if the person has neither pressed "Not now" nor turned them on here.
 */
export function PushCard({ to }: { to: Role }) {
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    let isGone = false
    void findOffer(to).then((found) => !isGone && setState(found))
    return () => {
      isGone = true
    }
  }, [to])
  if (!state) return null
  const { title, text } = WORDS[to]
  return (
    <Card className="stack" aria-labelledby="push-card-title">
      <h2 id="push-card-title">{title}</h2>
      <div role="status">
        {state.kind === "install" || state.kind === "blocked" ? (
          <p>{PUSH_HINTS[state.kind]}</p>
        ) : state.kind === "on" ? (
          <p className="split-start">
            <Icon name="check" /> Notifications are on for this device.
          </p>
        ) : (
          <p>{text}</p>
        )}
        {state.kind === "agree" && <AgreeFirst next={state.next}>To get them on this device</AgreeFirst>}
        {state.kind === "offer" && state.problem && <p className="error">{state.problem}</p>}
      </div>
      {state.kind === "on" || state.kind === "blocked" ? (
        <p>
          <Link to="/account#choices" className="text-link">
            Choose your notifications
          </Link>
        </p>
      ) : (
        <Offer to={to} state={state} setState={setState} />
      )}
    </Card>
  )
}

type OfferProps = { to: Role; state: State; setState: (state: State | null) => void }

function Offer({ to, state, setState }: OfferProps) {
  async function turnOn(publicKey: string) {
    setState({ kind: "busy" })
    const result = await subscribeToPush(publicKey)
    if (typeof result === "string") setState({ kind: result })
    else setState({ kind: "offer", publicKey, problem: result.problem })
  }
  return (
    <div className="split-start">
      {state.kind !== "install" && state.kind !== "agree" && (
        <Button
          type="button"
          disabled={state.kind === "busy"}
          onClick={() => state.kind === "offer" && void turnOn(state.publicKey)}
        >
          Turn on notifications
        </Button>
      )}
      <Button
        type="button"
        kind="plain"
        onClick={() => {
          // A cookie, since signing out clears the browser's other storage.
          setPageCookie(later(to), "1", 180 * DAY_SECONDS)
          setState(null)
        }}
      >
        Not now
      </Button>
    </div>
  )
}

const later = (role: Role) => `push-later-${role}`

async function findOffer(role: Role): Promise<State | null> {
  if (pageCookie(later(role)) === "1") return null
  const support = pushSupport()
  // A person who has blocked notifications has decided; the account page explains how to change that.
  if (support === "cannot" || support === "blocked") return null
  const offer = await fetch(PUSH_SUBSCRIPTION, { redirect: "error" })
    .then((response) => response.json() as Promise<PushOffer>)
    .catch(() => null)
  if (!offer?.publicKey || offer.isOn) return null
  if (offer.mustAgree) return { kind: "agree", next: location.pathname + location.search }
  return support === "install" ? { kind: "install" } : { kind: "offer", publicKey: offer.publicKey }
}
