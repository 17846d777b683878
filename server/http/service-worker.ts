import { serviceWorker } from "virtual:page-script"
import { Hono } from "hono"

/** Takes itself and all that it kept out of the browser: what browsers get that had one before it was turned off. */
const UNREGISTER = `self.addEventListener("install",()=>self.skipWaiting())
self.addEventListener("activate",e=>e.waitUntil(caches.keys().then(k=>Promise.all(k.map(n=>caches.delete(n)))).then(()=>self.registration.unregister())))`

/**
 * The service worker under its fixed address. Browsers ask for it again with every page they open, so a new one, or none
 * any more, reaches them at once.
 */
export function serviceWorkerRoutes(isOn: boolean) {
  return new Hono().get("/service-worker.js", (c) =>
    c.body(isOn ? serviceWorker : UNREGISTER, 200, {
      "Content-Type": "text/javascript",
      "Cache-Control": "no-cache",
    }),
  )
}
