/**
 * Runs inline in every page that React will hydrate, before React is requested (page-script/vite-plugin.ts inlines it
 * into the page). It requests React after load, paint and idle, or at the first touch, key or focus; on Save-Data or 2G
 * only on such input. Input and clicks before hydration are stored in `window[DEFERRED]`.
 */
import { DEFERRED_MODULE, DEFERRED_PRELOAD, NEEDS_JS } from "#app/page-protocol/attributes.ts"
import { SCRIPT_LOST, send } from "#app/page-protocol/events.ts"
import { DEFERRED, type Deferred, PAINTED } from "#app/page-protocol/globals.ts"
import { isPoorNetwork } from "./poor-network.ts"
import { whenIdle } from "./when-idle.ts"

const deferred: Deferred = { typed: new Map(), click: null, start }
window[DEFERRED] = deferred
const { nonce } = document.currentScript as HTMLScriptElement
let started = false

for (const type of ["pointerdown", "keydown", "focusin"]) addEventListener(type, start, true)
addEventListener("input", noteTyping, true)
addEventListener("click", noteClick, true)

if (!isPoorNetwork()) {
  if (document.readyState === "complete") startWhenIdle()
  else addEventListener("load", startWhenIdle)
}

function startWhenIdle() {
  // A page may have loaded, and be idle, before the frame that shows it is rendered.
  void window[PAINTED]?.then(() => whenIdle(start))
}

function noteTyping({ target }: Event) {
  if (!deferred.done && target) deferred.typed.set(target, (target as HTMLInputElement).value)
}

function noteClick(event: Event) {
  if (deferred.done || deferred.click || !(event.target instanceof Element)) return
  const button = event.target.closest<HTMLButtonElement>("button[type=button]")
  if (button?.closest(`[${NEEDS_JS}]`)) deferred.click = { button, event }
}

function start() {
  if (started) return
  // The script that starts React is at the end of the page.
  if (document.readyState === "loading") return addEventListener("DOMContentLoaded", start)
  started = true
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${DEFERRED_PRELOAD}]`)) {
    link.onerror = () => {
      deferred.lost = link.href
      send(SCRIPT_LOST)
    }
    link.rel = "modulepreload"
  }
  for (const deferredScript of document.querySelectorAll(`script[type="${DEFERRED_MODULE}"]`)) {
    const script = document.createElement("script")
    script.type = "module"
    script.nonce = nonce
    script.textContent = deferredScript.textContent
    document.head.append(script)
  }
}
