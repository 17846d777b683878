import { Link } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"
import { type QueuedStep, stepText } from "./queued-steps.ts"

type Props = {
  steps: readonly QueuedStep[]
  refusals: readonly string[]
  isOffline: boolean
  signedOut: boolean
  onForget: () => void
}

/** What waits to be sent, what was refused, and why nothing moves. */
export function QueueNotice({ steps, refusals, isOffline, signedOut, onForget }: Props) {
  return (
    <>
      {isOffline && (
        <Notice role="status">
          You are offline. What you tap stays on this phone and is sent when the network is back.
        </Notice>
      )}
      {signedOut && (
        <Notice role="alert">
          Your session has ended. <Link to="/express?next=/deliveries">Log in again</Link>: what waits here is
          sent then.
        </Notice>
      )}
      {steps.length > 0 && (
        <Notice kind="info" role="status">
          Waiting to be sent: {steps.map(stepText).join(", then ")}.
        </Notice>
      )}
      {refusals.length > 0 && (
        <Notice kind="bad" role="alert">
          {refusals.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <Button type="button" kind="plain" small onClick={onForget}>
            All right
          </Button>
        </Notice>
      )}
    </>
  )
}
