import { useEffect, useState } from "react"
import { Link } from "react-router"
import { Button } from "#app/ui/button.tsx"
import { Notice } from "#app/ui/states.tsx"
import type { Queued, StepQueue } from "./step-queue.ts"

type Props<Step extends Queued> = {
  queue: StepQueue<Step>
  steps: readonly Step[]
  rejections: readonly string[]
  isOffline: boolean
  signedOut: boolean
  onForget: () => void
}

/** Most steps are sent sooner; a notice that appears and vanishes would move the page under a finger. */
const LATE_MS = 1_000

/** The queued steps, the rejected ones, and the reason why nothing is sent. */
export function QueueNotice<Step extends Queued>(props: Props<Step>) {
  const { queue, steps, rejections, isOffline, signedOut, onForget } = props
  const isLate = useLate(steps.length > 0)
  return (
    <>
      {isOffline && (
        <Notice role="status">
          You're offline. What you tap is saved on this device and sent when you're back online.
        </Notice>
      )}
      {signedOut && (
        <Notice role="alert">
          Your session has ended. <Link to={queue.signInPath}>Log in again</Link>: we'll send what's waiting
          here then.
        </Notice>
      )}
      {steps.length > 0 && (isOffline || isLate) && (
        <Notice kind="info" role="status">
          {`${waitingText(steps.length)} ${steps.map(queue.text).join(", then ")}.`}
        </Notice>
      )}
      {rejections.length > 0 && (
        <Notice kind="bad" role="alert">
          {rejections.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <Button type="button" kind="plain" small onClick={onForget}>
            OK
          </Button>
        </Notice>
      )}
    </>
  )
}

const waitingText = (count: number) =>
  count === 1 ? "1 step is waiting for a connection:" : `${count} steps are waiting for a connection:`

function useLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isWaiting])
  return isLate
}
