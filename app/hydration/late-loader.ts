/**
 * Runs inline in every late page, before React exists there (vite-plugin.ts prints it into the page). It keeps what
 * happens before hydration (what was typed, the first click on a button that needs JavaScript) in `window.__late`. It
 * fetches React after load and idle, and starts it when somebody is there: at once on a touch of anything inside
 * `[data-needs-js]`, after the first sign of a hand on anything else, and by itself after a while. On Save-Data or 2G
 * only the touch counts.
 */
import { INERT, type LateState } from "./late-state.ts"

/** A page that nobody touches wakes by itself, so that a screen on a wall is live. */
const ALONE_MS = 8_000
const SIGNS = ["pointermove", "pointerdown", "wheel", "scroll", "keydown"]

const late: LateState = { typed: new Map(), click: null, start }
window.__late = late
const script = document.currentScript as HTMLScriptElement
const idle = window.requestIdleCallback ?? setTimeout
let fetched = false
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
  if (wake) return start()
  idle(() => {
    fetchScripts()
    if (isSomebodyThere) start()
    else setTimeout(start, ALONE_MS)
  })
}

function greet() {
  isSomebodyThere = true
  for (const type of SIGNS) removeEventListener(type, greet, true)
  // Not before load and idle, and never within somebody's first touch.
  if (fetched) idle(start)
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

function fetchScripts() {
  if (fetched) return
  fetched = true
  for (const href of script.dataset.preload?.match(/\S+/g) ?? []) {
    const link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = href
    document.head.append(link)
  }
}

function start() {
  if (started) return
  started = true
  fetchScripts()
  for (const inert of document.querySelectorAll<HTMLScriptElement>(`script[type="${INERT}"]`)) {
    const alive = document.createElement("script")
    alive.type = "module"
    alive.nonce = script.nonce
    alive.textContent = inert.textContent
    document.head.append(alive)
  }
}
