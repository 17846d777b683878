import { useRevalidator } from "react-router"
import { useStepQueue } from "#app/step-queue/use-step-queue.ts"
import { STATUS_QUEUE } from "./status-queue.ts"

/** The seller's updates that wait to be sent. After each response, the page revalidates. */
export function useStatusQueue(personId: string) {
  const { revalidate } = useRevalidator()
  return useStepQueue(STATUS_QUEUE, personId, revalidate)
}

export type StatusUpdates = ReturnType<typeof useStatusQueue>
