import { useEffect, useRef } from "react"

/**
 * Holds forms submitted within an element while photos are being sent, and submits the last one afterwards. `holds`
 * decides for which buttons, by default all.
 */
export function useSubmitWaits(
  element: () => HTMLElement | null | undefined,
  isBusy: boolean,
  holds: (submitter: HTMLElement | null) => boolean = () => true,
) {
  const held = useRef<HTMLElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions are new with each render, but do the same
  useEffect(() => {
    if (!isBusy) {
      const submitter = held.current
      held.current = null
      if (submitter?.isConnected)
        formOf(submitter)?.requestSubmit(submitter instanceof HTMLFormElement ? null : submitter)
      return
    }
    const within = element()
    const hold = (event: SubmitEvent) => {
      if (!holds(event.submitter)) return
      event.preventDefault()
      event.stopPropagation()
      held.current = event.submitter ?? (event.target as HTMLFormElement)
    }
    within?.addEventListener("submit", hold, true)
    return () => within?.removeEventListener("submit", hold, true)
  }, [isBusy])
}

const formOf = (submitter: HTMLElement) =>
  submitter instanceof HTMLFormElement ? submitter : (submitter as HTMLButtonElement).form
