import type { MapLink, MapPoint } from "./map-point.ts"

/** Returns the content of a pin's window; for several points in one place, one below the other. */
export function mapWindow(points: readonly MapPoint[]): HTMLElement {
  const box = document.createElement("div")
  box.className = "map-window"
  box.tabIndex = -1
  box.append(...points.map(partOf))
  return box
}

function partOf({ title, lines = [], links = [] }: MapPoint): HTMLElement {
  const part = document.createElement("div")
  part.className = "map-window-part"
  const head = part.appendChild(document.createElement("h3"))
  head.textContent = title
  for (const line of lines) part.appendChild(document.createElement("p")).textContent = line
  for (const link of links) part.append(linkOf(link))
  return part
}

function linkOf({ label, name, href, onPress }: MapLink): HTMLElement {
  const link = document.createElement("a")
  link.className = "btn btn-small"
  link.href = href
  link.textContent = label
  if (name) link.ariaLabel = `${label}: ${name}`
  link.addEventListener("click", (event) => {
    if (!onPress || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPress()
  })
  return link
}
