import { importLibrary, setOptions } from "@googlemaps/js-api-loader"
import pTimeout from "p-timeout"
import type { Coordinates } from "#core/places/coordinates.ts"
import { boundsOf } from "./bounds.ts"
import {
  type CanvasOptions,
  type GoogleMapsKey,
  LINE_COLOUR,
  type MapCanvas,
  PADDING,
  type Pin,
  type PinOptions,
} from "./map-canvas.ts"
import { hoverOnFocus, pinElement } from "./pin-element.ts"

/** The time limit for Google's script, after which the map counts as failed. */
const LOAD_WITHIN_MS = 15_000

type Libraries = { maps: google.maps.MapsLibrary; marker: google.maps.MarkerLibrary }

let libraries: Promise<Libraries> | undefined

/** Renders Google's map. Rejects if its script does not load; a rejected key is reported later, through `onFail`. */
export async function drawGoogleMap(
  container: HTMLElement,
  google: GoogleMapsKey,
  options: CanvasOptions,
): Promise<MapCanvas> {
  onRejectedKey(options.onFail)
  const loaded = await pTimeout(load(google.key), {
    milliseconds: LOAD_WITHIN_MS,
    message: "Google Maps did not come",
  })
  const map = new loaded.maps.Map(container, {
    center: options.center,
    zoom: options.zoom,
    maxZoom: 18,
    mapId: google.mapId,
    // Raster: the vector map compiles code at run time, which our policy, without 'unsafe-eval', blocks.
    renderingType: "RASTER",
    colorScheme: "FOLLOW_SYSTEM",
    streetViewControl: false,
    mapTypeControl: false,
    gestureHandling: "greedy",
  })
  return canvasOn(map, loaded)
}

function load(key: string): Promise<Libraries> {
  libraries ??= (async () => {
    lendNonce()
    setOptions({ key, v: "quarterly", language: "en", region: "US" })
    const [maps, marker] = await Promise.all([importLibrary("maps"), importLibrary("marker")])
    return { maps, marker }
  })().catch((error: unknown) => {
    libraries = undefined
    throw error
  })
  return libraries
}

/**
 * Provides a style element with a nonce: Google's script copies the nonce of the first one to its own style elements,
 * and our pages have none.
 */
function lendNonce(): void {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce
  if (!nonce || document.querySelector("style[nonce]")) return
  const style = document.createElement("style")
  // As an attribute, which Google's selector needs: setting the property would not create one.
  style.setAttribute("nonce", nonce)
  document.head.append(style)
}

/** Google calls this global when it rejects the key, the site or the account. */
function onRejectedKey(act: () => void): void {
  ;(globalThis as { gm_authFailure?: () => void }).gm_authFailure = act
}

function canvasOn(map: google.maps.Map, { maps, marker }: Libraries): MapCanvas {
  const line = new maps.Polyline({ map, strokeColor: LINE_COLOUR, strokeWeight: 6, strokeOpacity: 0.85 })
  return {
    container: map.getDiv(),
    addPin: (options) => addPin(map, new marker.AdvancedMarkerElement(), new maps.InfoWindow(), options),
    drawLine: (points) => line.setPath(points.map(coordinatesOf)),
    fit(points, maxZoom, padding = PADDING) {
      const bounds = boundsOf(points)
      if (!bounds) return
      map.setOptions({ maxZoom })
      map.fitBounds(bounds, padding)
      google.maps.event.addListenerOnce(map, "idle", () => map.setOptions({ maxZoom: 18 }))
    },
    fly(to, zoom, [x, y] = [0, 0]) {
      if (zoom !== null) map.setZoom(zoom)
      map.panTo(coordinatesOf(to))
      map.panBy(-x, -y)
    },
    jump(to, [x, y]) {
      map.setCenter(coordinatesOf(to))
      map.panBy(-x, -y)
    },
    pointOf: (place) => pointOf(map, place),
    // Google's world is 256 pixels wide at zoom 0; ours is 512.
    zoom: () => (map.getZoom() ?? 1) - 1,
    onZoom: (act) => void map.addListener("zoom_changed", act),
    remove() {
      line.setMap(null)
      google.maps.event.clearInstanceListeners(map)
    },
  }
}

/**
 * Interpolates linearly between the map's bounds: at the scale of a city, Mercator's parallels are nearly evenly
 * spaced.
 */
function pointOf(map: google.maps.Map, { lat, lng }: Coordinates): { x: number; y: number } | null {
  const bounds = map.getBounds()?.toJSON()
  if (!bounds) return null
  const { west, south, east, north } = bounds
  const { width, height } = map.getDiv().getBoundingClientRect()
  return { x: ((lng - west) / (east - west)) * width, y: ((north - lat) / (north - south)) * height }
}

function addPin(
  map: google.maps.Map,
  marker: google.maps.marker.AdvancedMarkerElement,
  popup: google.maps.InfoWindow,
  options: PinOptions,
): Pin {
  const { at, label, window, dot, onPress, onOpen, onClose } = options
  const element = pinElement(options)
  marker.position = coordinatesOf(at)
  marker.title = label
  marker.append(element)
  if (dot) marker.anchorTop = "-50%"
  marker.gmpClickable = window !== undefined || onPress !== undefined
  marker.map = map
  hoverOnFocus(marker, options)
  const open = () => {
    if (!window || popup.isOpen) return
    popup.setOptions({ content: window, ariaLabel: label, maxWidth: 300 })
    popup.open({ map, anchor: marker, shouldFocus: true })
    onOpen?.()
  }
  marker.addEventListener("gmp-click", onPress ?? open)
  popup.addListener("close", () => onClose?.())
  return {
    element: marker,
    move: (to) => {
      marker.position = coordinatesOf(to)
    },
    setPicked: (isPicked) => element.classList.toggle("picked", isPicked),
    open,
    close: () => popup.close(),
    remove() {
      popup.close()
      marker.map = null
    },
  }
}

/** Google rejects objects with fields other than lat and lng. */
function coordinatesOf({ lat, lng }: Coordinates): google.maps.LatLngLiteral {
  return { lat, lng }
}
