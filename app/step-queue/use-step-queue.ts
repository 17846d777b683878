import pTimeout from "p-timeout"
import { useCallback, useEffect, useRef, useState } from "react"
import { toast } from "#app/ui/toast.ts"
import { type FlushResult, sendQueue } from "./send-queue.ts"
import type { Queued, StepQueue } from "./step-queue.ts"
import { type NewStep, openStepStore, type StepStore } from "./step-store.ts"
import { useOffline } from "./use-offline.ts"

const TRY_AGAIN_MS = 5_000
/** How long the next step waits at most until the page shows the last one. */
const SHOWN_WITHIN_MS = 15_000

/** Every tap goes through the device's own queue, online or offline, so that there is one path. */
export function useStepQueue<Step extends Queued>(
  queue: StepQueue<Step>,
  personId: string,
  onAnswer: (result: FlushResult<Step>) => Promise<void>,
) {
  const isOffline = useOffline()
  const [steps, setSteps] = useState<Step[]>([])
  const [rejections, setRejections] = useState<string[]>([])
  const [signedOut, setSignedOut] = useState(false)
  const store = useRef<Promise<StepStore<Step>> | null>(null)
  const sending = useRef<Promise<void> | null>(null)
  const latest = useRef(onAnswer)
  latest.current = onAnswer

  const flush = useCallback(() => {
    sending.current ??= alone(queue.name, async () => {
      const opened = await opening(store, queue, personId)
      const result = await sendQueue(opened, queue)
      setSignedOut(result.stopped === "signed-out")
      setRejections((before) => [...before, ...tell(queue, result)])
      // Updates the view before the queue, so that a step that was just sent doesn't look undone for a moment.
      if (result.sent.length > 0 || result.rejected.length > 0)
        await pTimeout(latest.current(result), { milliseconds: SHOWN_WITHIN_MS, fallback: () => undefined })
      setSteps(await opened.list())
    }).finally(() => {
      sending.current = null
    })
    return sending.current
  }, [queue, personId])

  const add = useCallback(
    async (step: NewStep<Step>) => {
      try {
        const opened = await opening(store, queue, personId)
        await opened.add(step)
        setSteps(await opened.list())
        await sending.current
        await flush()
      } catch (error) {
        console.error(error)
        toast("This step wasn't saved or sent. Reload the page and try again.", "error")
      }
    },
    [flush, queue, personId],
  )

  useEffect(() => {
    void opening(store, queue, personId)
      .then((opened) => opened.list())
      .then((waiting) => {
        setSteps(waiting)
        if (waiting.length > 0) void flush()
      })
    const online = () => void flush()
    addEventListener("online", online)
    return () => removeEventListener("online", online)
  }, [flush, queue, personId])

  useEffect(() => {
    if (steps.length === 0 || signedOut) return
    const timer = setInterval(() => void flush(), TRY_AGAIN_MS)
    return () => clearInterval(timer)
  }, [steps.length, signedOut, flush])

  return { queue, steps, rejections, signedOut, add, isOffline, onForget: () => setRejections([]) }
}

const opening = <Step extends Queued>(
  store: { current: Promise<StepStore<Step>> | null },
  queue: StepQueue<Step>,
  personId: string,
) => {
  store.current ??= openStepStore<Step>(queue.name, personId)
  return store.current
}

/** Runs `work` in one tab at a time, if the browser supports locks. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks
  return locks ? locks.request(name, work) : work()
}

function tell<Step extends Queued>(queue: StepQueue<Step>, { sent, rejected }: FlushResult<Step>): string[] {
  const last = sent.at(-1)
  const done = last && queue.done(last)
  if (done) toast(done)
  for (const { message } of rejected) toast(message, "error")
  return rejected.map(({ step, message }) => `We couldn't ${queue.text(step)}. ${message}`)
}
