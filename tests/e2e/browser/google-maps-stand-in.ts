import type { Page } from "playwright"

export type GoogleSeen = { scripts: URL[] }

/**
 * A fake of the parts of Google's script that our map uses: the libraries by name, markers as elements, windows, and a
 * style element with the page's nonce, as Google's script adds. `rejects` is the key for which Google calls
 * gm_authFailure.
 */
export async function serveGoogleMaps(page: Page, options: { rejects?: string } = {}): Promise<GoogleSeen> {
  const seen: GoogleSeen = { scripts: [] }
  await page.route("https://maps.googleapis.com/maps/api/js?*", (route) => {
    const url = new URL(route.request().url())
    seen.scripts.push(url)
    const isRejected = url.searchParams.get("key") === options.rejects
    return route.fulfill({
      contentType: "text/javascript",
      body: `(${script})(${JSON.stringify(isRejected)}); ${url.searchParams.get("callback")}()`,
    })
  })
  return seen
}

/** Runs in the page. It is sent as text, so it must be self-contained. */
const script = `function (isRefused) {
  class Things {
    listeners = {}
    constructor(options = {}) { this.options = options }
    addListener(name, act) { (this.listeners[name] ??= []).push(act); return { remove() {} } }
    tell(name) { for (const act of this.listeners[name] ?? []) act() }
    setOptions(options) { Object.assign(this.options, options) }
    setMap() {}
  }
  class Map extends Things {
    constructor(box, options) {
      super(options)
      this.box = box
      box.dataset.google = JSON.stringify(options)
      const style = document.createElement("style")
      style.nonce = document.querySelector("style[nonce]")?.nonce ?? ""
      style.textContent = ".google-marker { display: block }"
      document.head.append(style)
      if (isRefused) setTimeout(() => globalThis.gm_authFailure?.())
    }
    fitBounds(bounds) { this.box.dataset.bounds = JSON.stringify(bounds) }
    panTo(at) { this.options.center = at }
    setZoom(zoom) { this.options.zoom = zoom }
    panBy() {}
    setCenter(at) { this.options.center = at }
    getBounds() {}
    getZoom() { return this.options.zoom }
    getDiv() { return this.box }
  }
  class Polyline extends Things {
    setPath(path) { this.options.map.box.dataset.line = JSON.stringify(path) }
  }
  class InfoWindow extends Things {
    get isOpen() { return this.box?.isConnected === true }
    open({ map }) {
      this.box = document.createElement("div")
      this.box.setAttribute("role", "dialog")
      this.box.style.cssText = "position: absolute; right: 0; top: 0"
      this.box.setAttribute("aria-label", this.options.ariaLabel)
      this.box.append(this.options.content)
      map.box.append(this.box)
    }
    close() { this.box?.remove(); this.tell("close") }
  }
  class AdvancedMarkerElement extends HTMLElement {
    set map(map) {
      if (!map) return this.remove()
      this.className = "google-marker"
      if (this.gmpClickable) {
        this.setAttribute("role", "button")
        this.tabIndex = 0
        const click = () => this.dispatchEvent(new Event("gmp-click"))
        this.addEventListener("click", click)
        this.addEventListener("keydown", (event) => event.key === "Enter" && click())
      }
      this.setAttribute("aria-label", this.title)
      map.box.append(this)
    }
  }
  customElements.define("gmp-advanced-marker", AdvancedMarkerElement)
  const libraries = { maps: { Map, Polyline, InfoWindow }, marker: { AdvancedMarkerElement } }
  const event = { addListenerOnce: () => ({}), clearInstanceListeners() {} }
  Object.assign(google.maps, { event, importLibrary: async (name) => libraries[name] })
}`
