import type { PinOptions } from "./map-canvas.ts"

/** What stands at a place: our pin, or the page's own dot. */
export function pinElement({ dot, onHover }: PinOptions): HTMLElement {
  if (dot) return dot
  // Not a <button>: its Enter would count twice, as MapLibre's key and as a click, and close the window again.
  const pin = document.createElement("div")
  pin.className = "pin"
  pin.addEventListener("pointerenter", () => onHover?.(true))
  pin.addEventListener("pointerleave", () => onHover?.(false))
  return pin
}

/** The keyboard's hover. The element that takes the focus is each map's own. */
export function hoverOnFocus(element: HTMLElement, { onHover }: PinOptions): void {
  element.addEventListener("focus", () => onHover?.(true))
  element.addEventListener("blur", () => onHover?.(false))
}
