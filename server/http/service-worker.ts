import { serviceWorker } from "virtual:page-script"
import { Hono } from "hono"

/**
 * A worker that deletes its caches and unregisters itself, for browsers that installed one before it was turned off.
 */
const UNREGISTER = `self.addEventListener("install",()=>self.skipWaiting())
self.addEventListener("activate",e=>e.waitUntil(caches.keys().then(k=>Promise.all(k.map(n=>caches.delete(n)))).then(()=>self.registration.unregister())))`

/**
 * Serves the service worker at its fixed URL. Browsers check it with every page they open, so a new worker, or its
 * removal, reaches them immediately.
 */
export function serviceWorkerRoutes(isOn: boolean) {
  return new Hono().get("/service-worker.js", (c) =>
    c.body(isOn ? serviceWorker : UNREGISTER, 200, {
      "Content-Type": "text/javascript",
      "Cache-Control": "no-cache",
    }),
  )
}
