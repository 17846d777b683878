import type { PinOptions } from "./map-canvas.ts"

/** What stands at a place: our pin, or the page's own dot. */
export function pinElement({ dot, onHover, text, name, isHollow, isGroup }: PinOptions): HTMLElement {
  if (dot) return dot
  // Not a <button>: its Enter would count twice, as MapLibre's key and as a click, and close the window again.
  const pin = document.createElement("div")
  pin.className = "pin"
  pin.classList.toggle("pin-hollow", isHollow === true)
  pin.classList.toggle("pin-group", isGroup === true)
  if (text) pin.append(part("pin-text num", text))
  // A space, so that number and name are two words for a screen reader.
  if (name) pin.append(" ", part("pin-name", name))
  // Not "pointerenter": a page that scrolls below a pointer at rest moves pins under it, which nobody points at.
  pin.addEventListener("pointermove", () => onHover?.(true))
  pin.addEventListener("pointerleave", () => onHover?.(false))
  return pin
}

/** The visible part of a pin. Screen readers read the pin's label. */
function part(className: string, text: string): HTMLElement {
  const span = document.createElement("span")
  span.className = className
  span.textContent = text
  span.ariaHidden = "true"
  return span
}

/** The keyboard's hover. The element that takes the focus is each map's own. */
export function hoverOnFocus(element: HTMLElement, { onHover }: PinOptions): void {
  element.addEventListener("focus", () => onHover?.(true))
  element.addEventListener("blur", () => onHover?.(false))
}
