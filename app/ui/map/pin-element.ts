import type { PinOptions } from "./map-canvas.ts"

/** Returns the marker's element: our pin, or the page's own dot. */
export function pinElement({ dot, onHover, text, name, isHollow, isGroup }: PinOptions): HTMLElement {
  if (dot) return dot
  // Not a <button>: Enter would count twice, as MapLibre's key and as a click, and close the window again.
  const pin = document.createElement("div")
  pin.className = "pin"
  pin.classList.toggle("pin-hollow", isHollow === true)
  pin.classList.toggle("pin-group", isGroup === true)
  if (text) pin.append(part("pin-text num", text))
  // The space separates number and name.
  if (name) pin.append(" ", part("pin-name", name))
  // Not "pointerenter": when the page scrolls, pins move under a resting pointer, and that should not count as hover.
  pin.addEventListener("pointermove", () => onHover?.(true))
  pin.addEventListener("pointerleave", () => onHover?.(false))
  return pin
}

/** A visible part of a pin, hidden from screen readers: they read the pin's label. */
function part(className: string, text: string): HTMLElement {
  const span = document.createElement("span")
  span.className = className
  span.textContent = text
  span.ariaHidden = "true"
  return span
}

/** Reports keyboard focus as hover. The element that takes the focus depends on the map. */
export function hoverOnFocus(element: HTMLElement, { onHover }: PinOptions): void {
  element.addEventListener("focus", () => onHover?.(true))
  element.addEventListener("blur", () => onHover?.(false))
}
