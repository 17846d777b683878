import { useRevalidator } from "react-router"
import { QueueNotice } from "./queue-notice.tsx"
import type { Queued, StepQueue } from "./step-queue.ts"
import { useStepQueue } from "./use-step-queue.ts"

type Props<Step extends Queued> = { queue: StepQueue<Step>; personId: string }

/** Sends a queue from a page that does not show it. */
export function QueueSender<Step extends Queued>({ queue, personId }: Props<Step>) {
  const { revalidate } = useRevalidator()
  const waiting = useStepQueue(queue, personId, revalidate)
  if (waiting.steps.length === 0 && waiting.rejections.length === 0) return null
  return (
    <div className="stack">
      <QueueNotice {...waiting} />
    </div>
  )
}
