import type { PointerEvent } from "react"
import { useRef } from "react"

/** Horizontal distance in CSS pixels from which a touch counts as a swipe. */
const SWIPE_PX = 45

/**
 * Swipes over an element that pans vertically only (`touch-action: pan-y`): its content follows the finger through the
 * CSS variable `--swiped`. `onSwipe` gets 1 for the next and -1 for the previous item.
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
