import type { PointerEvent } from "react"
import { useRef } from "react"

/** A finger that went at least so far sideways, in CSS pixels, has swiped. */
const SWIPE_PX = 45

/**
 * A finger's swipe over an element that scrolls up and down only (`touch-action: pan-y`): what lies in it follows the
 * finger by the style's `--swiped`. `onSwipe` is told 1 for the next and -1 for the previous.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<number | null>(null)
  const move = (element: HTMLElement, px: number) => element.style.setProperty("--swiped", `${px}px`)
  const stop = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    from.current = null
    move(currentTarget, 0)
  }
  return {
    onPointerDown({ pointerType, isPrimary, clientX }: PointerEvent<HTMLElement>) {
      if (pointerType === "touch" && isPrimary) from.current = clientX
    },
    onPointerMove({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
      if (from.current !== null) move(currentTarget, clientX - from.current)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const went = from.current === null ? 0 : event.clientX - from.current
      stop(event)
      if (Math.abs(went) >= SWIPE_PX) onSwipe(went < 0 ? 1 : -1)
    },
    onPointerCancel: stop,
  }
}
