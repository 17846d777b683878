/** The type that keeps a module script from running until the loader below revives it. */
export const INERT = "text/late-module"

/**
 * Runs inline in every late page, before React exists there; it is printed into the page with `toString`, so it
 * may use nothing from outside itself. It keeps what happens before hydration (what was typed, the first click on
 * a button that needs JavaScript) in `window.__late`, and starts React after load and idle, at once on a touch of
 * anything inside `[data-needs-js]`, and on Save-Data or 2G only then. Its text does not hold the word that tests
 * look for in a late page's HTML: modulepreload.
 */
export function lateLoader(inertType: string) {
  const late: LateState = { typed: new Map(), click: null, start: () => {} }
  window.__late = late
  const script = document.currentScript as HTMLScriptElement
  let started = false
  late.start = () => {
    if (started) return
    started = true
    for (const href of script.dataset.preload?.match(/\S+/g) || []) {
      const link = document.createElement("link")
      link.rel = ["module", "preload"].join("")
      link.href = href
      document.head.append(link)
    }
    for (const inert of document.querySelectorAll<HTMLScriptElement>(`script[type="${inertType}"]`)) {
      const alive = document.createElement("script")
      alive.type = "module"
      alive.nonce = script.nonce
      alive.textContent = inert.textContent
      document.head.append(alive)
    }
  }
  const needing = (event: Event) =>
    event.target instanceof Element ? event.target.closest<HTMLElement>("[data-needs-js]") : null
  for (const type of ["pointerdown", "focusin", "click", "input"]) {
    addEventListener(
      type,
      (event) => {
        if (late.done) return
        if (type === "input") late.typed.set(event.target as HTMLInputElement, true)
        if (!needing(event)) return
        late.start()
        const button = (event.target as Element).closest<HTMLButtonElement>("button[type=button]")
        if (type === "click" && button && !late.click) late.click = { button, event }
      },
      true,
    )
  }
  const net = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection
  if (net && (net.saveData || /2g/.test(net.effectiveType || ""))) return
  const idle = () => (window.requestIdleCallback || setTimeout)(late.start)
  if (document.readyState === "complete") idle()
  else addEventListener("load", idle)
}

export type LateState = {
  typed: Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, true>
  click: { button: HTMLButtonElement; event: Event } | null
  start: () => void
  done?: boolean
}

declare global {
  interface Window {
    __late?: LateState
  }
}
