// biome-ignore lint/style/noRestrictedImports: the style sheet that MapLibre documents under this name
import "maplibre-gl/dist/maplibre-gl.css"
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  Marker,
  NavigationControl,
  Popup,
  setWorkerUrl,
} from "maplibre-gl"
// biome-ignore lint/style/noRestrictedImports: the worker that MapLibre documents under this name, for a strict CSP
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url"
import type { Coordinates } from "#core/places/coordinates.ts"
import { boundsOf } from "./bounds.ts"
import {
  type CanvasOptions,
  LINE_COLOUR,
  type MapCanvas,
  PADDING,
  type Pin,
  type PinOptions,
} from "./map-canvas.ts"
import { ownStyle, showStreets } from "./map-style.client.ts"
import { hoverOnFocus, pinElement } from "./pin-element.ts"

const CREDITS = 'Zip data: <a href="https://www.geonames.org/">GeoNames</a>, CC BY 4.0, and US Census'
const LINE = "line"

/** Renders MapLibre's map: our own outlines, and streets if they can be reached. Rejects if there is no WebGL. */
export async function drawMapLibre(
  container: HTMLElement,
  { center, zoom }: CanvasOptions,
): Promise<MapCanvas> {
  setWorkerUrl(workerUrl)
  const style = await ownStyle(matchMedia("(prefers-color-scheme: dark)").matches)
  const map = new MapLibre({
    container,
    style,
    center,
    zoom,
    maxZoom: 18,
    attributionControl: false,
    dragRotate: false,
    cooperativeGestures: false,
    locale: { "Popup.Close": "Close" },
    // The style lists our own tiles by their paths, which a worker cannot resolve against the page.
    transformRequest: (url) => ({ url: new URL(url, location.href).href }),
  })
  map.addControl(new NavigationControl({ showCompass: false }), "top-right")
  map.addControl(new AttributionControl({ compact: true, customAttribution: CREDITS }))
  // Without a listener MapLibre logs the error itself, and the console then shows only its minified class name.
  map.on("error", ({ error }) => console.error(`The map could not load everything: ${error.message}`))
  const gone = new AbortController()
  void showStreets(map, style, gone.signal)
  return canvasOn(map, gone)
}

function canvasOn(map: MapLibre, gone: AbortController): MapCanvas {
  let line: readonly Coordinates[] = []
  // The street style loads after the outlines, without the line.
  map.on("style.load", () => line.length > 0 && drawLine(map, line))
  return {
    container: map.getContainer(),
    addPin: (options) => addPin(map, options),
    drawLine(points) {
      line = points
      if (map.isStyleLoaded()) drawLine(map, line)
      else map.once("idle", () => drawLine(map, line))
    },
    fit(points, maxZoom, padding = PADDING) {
      const bounds = boundsOf(points)
      if (!bounds) return
      const { west, south, east, north } = bounds
      map.fitBounds([west, south, east, north], { padding, maxZoom, animate: false })
    },
    fly({ lat, lng }, zoom, [x, y] = [0, 0]) {
      map.flyTo({ center: [lng, lat], zoom: zoom ?? map.getZoom(), offset: [x, y], animate: !isStill() })
    },
    jump: ({ lat, lng }, [x, y]) => void map.easeTo({ center: [lng, lat], offset: [x, y], animate: false }),
    pointOf: ({ lat, lng }) => map.project([lng, lat]),
    zoom: () => map.getZoom(),
    onZoom: (act) => void map.on("zoomend", act),
    remove() {
      gone.abort()
      map.remove()
    },
  }
}

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches

function drawLine(map: MapLibre, line: readonly Coordinates[]): void {
  const coordinates = line.map(({ lat, lng }) => [lng, lat])
  const data = {
    type: "Feature" as const,
    properties: {},
    geometry: { type: "LineString" as const, coordinates },
  }
  const source = map.getSource<GeoJSONSource>(LINE)
  if (source) return void source.setData(data)
  map.addSource(LINE, { type: "geojson", data })
  map.addLayer({
    id: LINE,
    type: "line",
    source: LINE,
    layout: { "line-cap": "round", "line-join": "round" },
    paint: { "line-color": LINE_COLOUR, "line-width": 6, "line-opacity": 0.85 },
  })
}

function addPin(map: MapLibre, options: PinOptions): Pin {
  const { at, label, window, dot, onPress, onOpen, onClose } = options
  const element = pinElement(options)
  element.setAttribute("role", window || onPress ? "button" : "img")
  hoverOnFocus(element, options)
  // In this order: with a popup set before the marker is on the map, Enter on the marker does nothing (MapLibre
  // 6.17.0).
  const marker = new Marker({ element, anchor: dot ? "center" : "bottom" }).setLngLat(at).addTo(map)
  const popup = window && new Popup(WINDOW).setDOMContent(window)
  popup?.on("open", () => {
    const box = popup.getElement()
    element.classList.add("opened")
    box.setAttribute("role", "dialog")
    box.setAttribute("aria-label", label)
    closeToOpener(popup, element)
    bringIntoView(map, box)
    window?.focus({ preventScroll: true })
    onOpen?.()
  })
  popup?.on("close", () => {
    element.classList.remove("opened")
    onClose?.()
  })
  if (popup) marker.setPopup(popup)
  if (onPress) pressable(element, onPress)
  element.setAttribute("aria-label", label)
  return {
    element,
    move: (to) => void marker.setLngLat(to),
    setPicked(isPicked) {
      element.classList.toggle("picked", isPicked)
      if (isPicked) keepNameInside(map, element)
    },
    open: () => void (popup && !popup.isOpen() && marker.togglePopup()),
    close: () => void popup?.remove(),
    remove: () => void marker.remove(),
  }
}

/** Always above its pin: if there is no room, the map is panned. */
const WINDOW = { anchor: "bottom", offset: 42, maxWidth: "300px", focusAfterOpen: false } as const

/** Adds mouse and keyboard handling to a pin without a window, which MapLibre leaves out. */
function pressable(element: HTMLElement, onPress: () => void): void {
  element.tabIndex = 0
  element.addEventListener("click", onPress)
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return
    event.preventDefault()
    onPress()
  })
}

/**
 * Closes a window on Escape, and returns the focus to its opener. Call on each opening, since MapLibre creates the
 * popup's element again.
 */
function closeToOpener(popup: Popup, opener: HTMLElement): void {
  const back = () => {
    popup.remove()
    opener.focus({ preventScroll: true })
  }
  const box = popup.getElement()
  box.addEventListener("keydown", ({ key }) => key === "Escape" && back())
  box.querySelector(".maplibregl-popup-close-button")?.addEventListener("click", back)
  opener.addEventListener("keydown", ({ key }) => key === "Escape" && popup.remove())
}

/** Pans the map until the window is within its visible part; the page may be scrolled. */
function bringIntoView(map: MapLibre, box: HTMLElement): void {
  const outer = map.getContainer().getBoundingClientRect()
  const inner = box.getBoundingClientRect()
  const x = beyond([inner.left, inner.right], [outer.left, outer.right])
  const y = beyond([inner.top, inner.bottom], [Math.max(outer.top, 0), Math.min(outer.bottom, innerHeight)])
  if (x !== 0 || y !== 0) map.panBy([x, y], { animate: !isStill() })
}

/** Shifts the name of a pin at the map's edge so that it is not cut off. */
function keepNameInside(map: MapLibre, pin: HTMLElement): void {
  const name = pin.querySelector<HTMLElement>(".pin-name")
  if (!name) return
  name.style.marginLeft = ""
  const outer = map.getContainer().getBoundingClientRect()
  const inner = name.getBoundingClientRect()
  name.style.marginLeft = `${-beyond([inner.left, inner.right], [outer.left, outer.right])}px`
}

const EDGE = 8

/**
 * Returns by how many pixels the first range is outside the second, with a margin of EDGE; negative below its start.
 */
function beyond([from, to]: [number, number], [least, most]: [number, number]): number {
  if (from < least + EDGE) return from - least - EDGE
  return to > most - EDGE ? to - most + EDGE : 0
}
