/**
 * Runs inline in every late page, before React exists there (vite-plugin.ts prints it into the page). It keeps what
 * happens before hydration (what was typed, the first click on a button that needs JavaScript) in `window.__late`. It
 * fetches React after load, paint and idle, and starts it when somebody is there: at once on a touch of anything inside
 * `[data-needs-js]`, after the first sign of a hand on anything else, and by itself after a while. On Save-Data or 2G
 * only the touch counts. A page that React had before is scrolled to where it was. Of one whose React was lost with the
 * network our own script is told, which loads it anew (small-script/renew.ts).
 */
import { INERT, INERT_MODULE, type LateState, LOST } from "./late-state.ts"

/** A page that nobody touches wakes by itself, so that a screen on a wall is live. */
const ALONE_MS = 8_000
const SIGNS = ["pointermove", "pointerdown", "wheel", "scroll", "keydown"]

const late: LateState = { typed: new Map(), click: null, start }
window.__late = late
const script = document.currentScript as HTMLScriptElement
restoreScroll()
const idle = window.requestIdleCallback ?? setTimeout
let hrefs: string[] | null = null
let started = false
let isSomebodyThere = false

for (const type of ["pointerdown", "focusin", "click", "input"]) addEventListener(type, note, true)
for (const type of SIGNS) addEventListener(type, greet, { capture: true, passive: true })
const net = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection
const isPoor = net && (net.saveData || /2g/.test(net.effectiveType ?? ""))
const { wake } = script.dataset
if (wake || !isPoor) {
  if (document.readyState === "complete") loaded()
  else addEventListener("load", loaded)
}

function loaded() {
  // A page may have loaded, and be idle, before the frame that shows it is drawn.
  window.__painted?.then(() => idle(fetchNext))
}

/** One after the other: all at once would keep the processor of a phone busy for longer than a touch may wait. */
function fetchNext() {
  hrefs ??= preloads()
  const href = hrefs.shift()
  if (href) {
    preload(href)
    idle(fetchNext)
  } else if (wake || isSomebodyThere) start()
  else setTimeout(start, ALONE_MS)
}

function greet(event: Event) {
  // A browser also tells of a mouse that rests where a page comes to lie under it: nobody moved it.
  const { movementX, movementY } = event as PointerEvent
  if (event.type === "pointermove" && movementX === 0 && movementY === 0) return
  isSomebodyThere = true
  for (const type of SIGNS) removeEventListener(type, greet, true)
  // Not before load and idle, and never within somebody's first touch.
  if (hrefs) idle(start)
}

function note(event: Event) {
  if (late.done) return
  if (event.type === "input") late.typed.set(event.target as HTMLInputElement, true)
  const target = event.target instanceof Element ? event.target : null
  if (!target?.closest("[data-needs-js]")) return
  start()
  const button = target.closest<HTMLButtonElement>("button[type=button]")
  if (event.type === "click" && button && !late.click) late.click = { button, event }
}

const preloads = () => script.dataset.preload?.match(/\S+/g) ?? []

function preload(href: string) {
  const link = document.createElement("link")
  link.rel = "modulepreload"
  link.href = href
  link.onerror = () => dispatchEvent(new CustomEvent(LOST, { detail: href }))
  document.head.append(link)
}

/** As React Router does it, who keeps the places under the keys of history's entries. */
function restoreScroll() {
  if (!history.state?.key) return
  try {
    const places = JSON.parse(sessionStorage.getItem("react-router-scroll-positions") ?? "{}")
    const top = places[history.state.key]
    if (typeof top === "number") scrollTo(0, top)
  } catch {
    // The browser's own choice stands.
  }
}

function start() {
  if (started) return
  // The last of the scripts that sleep stands at the end of the page.
  if (document.readyState === "loading") return addEventListener("DOMContentLoaded", start)
  started = true
  for (const href of (hrefs ?? preloads()).splice(0)) preload(href)
  // What React Router's script for the scroll does; React takes the key over.
  if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "")
  const inerts = `script[type="${INERT}"],script[type="${INERT_MODULE}"]`
  for (const inert of document.querySelectorAll<HTMLScriptElement>(inerts)) {
    const alive = document.createElement("script")
    if (inert.type === INERT_MODULE) alive.type = "module"
    alive.nonce = script.nonce
    alive.textContent = inert.textContent
    document.head.append(alive)
  }
}
