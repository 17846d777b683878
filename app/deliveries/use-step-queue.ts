import { useCallback, useEffect, useRef, useState } from "react"
import { toast } from "#app/ui/toast.ts"
import { type QueuedStep, type StepKind, stepText } from "./queued-steps.ts"
import { type FlushResult, sendQueue } from "./send-queue.ts"
import { type NewStep, openStepStore, type StepStore } from "./step-store.ts"

const TRY_AGAIN_MS = 5_000

const DONE: Record<StepKind, string> = {
  take: "The delivery is yours.",
  pickUp: "Picked up. Now to the customer.",
  deliver: "Delivered. Thank you!",
}

/** Every tap goes through the phone's own queue, with the network or without: there is one path. */
export function useStepQueue(personId: string, onAnswer: (result: FlushResult) => Promise<void>) {
  const [steps, setSteps] = useState<QueuedStep[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const [signedOut, setSignedOut] = useState(false)
  const store = useRef<Promise<StepStore> | null>(null)
  const sending = useRef<Promise<void> | null>(null)
  const latest = useRef(onAnswer)
  latest.current = onAnswer

  const flush = useCallback(() => {
    sending.current ??= alone(async () => {
      const opened = await opening(store, personId)
      const result = await sendQueue(opened)
      setSignedOut(result.stopped === "signed-out")
      setRefusals((before) => [...before, ...tell(result)])
      // First the truth, then the queue: between the two nobody sees a step undone.
      if (result.sent.length > 0 || result.refused.length > 0) await latest.current(result)
      setSteps(await opened.list())
    }).finally(() => {
      sending.current = null
    })
    return sending.current
  }, [personId])

  const add = useCallback(
    async (step: NewStep) => {
      const opened = await opening(store, personId)
      await opened.add(step)
      setSteps(await opened.list())
      await sending.current
      await flush()
    },
    [flush, personId],
  )

  useEffect(() => {
    void opening(store, personId)
      .then((opened) => opened.list())
      .then((waiting) => {
        setSteps(waiting)
        if (waiting.length > 0) void flush()
      })
    const online = () => void flush()
    addEventListener("online", online)
    return () => removeEventListener("online", online)
  }, [flush, personId])

  useEffect(() => {
    if (steps.length === 0 || signedOut) return
    const timer = setInterval(() => void flush(), TRY_AGAIN_MS)
    return () => clearInterval(timer)
  }, [steps.length, signedOut, flush])

  return { steps, refusals, signedOut, add, forgetRefusals: () => setRefusals([]) }
}

const opening = (store: { current: Promise<StepStore> | null }, personId: string) => {
  store.current ??= openStepStore(personId)
  return store.current
}

/** Two tabs of one phone send one after the other, where the browser can arrange that. */
function alone(work: () => Promise<void>): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks
  return locks ? locks.request("pushcart-deliveries", work) : work()
}

function tell({ sent, refused }: FlushResult): string[] {
  const last = sent.at(-1)
  if (last) toast(DONE[last.kind])
  for (const { message } of refused) toast(message, "error")
  return refused.map(({ step, message }) => `We could not ${stepText(step)}. ${message}`)
}
