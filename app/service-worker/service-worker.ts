/**
 * The service worker of every page: static files from the cache, and an offline page. It caches no personal page, so
 * nothing of one person can reach another. It takes over immediately, since the open page does not depend on it.
 */
import { CacheableResponsePlugin } from "workbox-cacheable-response"
import { clientsClaim } from "workbox-core"
import { ExpirationPlugin } from "workbox-expiration"
import { enable as enableNavigationPreload } from "workbox-navigation-preload"
import { NavigationRoute, registerRoute } from "workbox-routing"
import { CacheFirst, NetworkOnly } from "workbox-strategies"
import { OFFLINE } from "#app/page-protocol/worker-messages.ts"
import { showPushMessages } from "./push.ts"

declare const self: ServiceWorkerGlobalScope

const OFFLINE_PAGE = "/offline"
const PAGES = "offline-page"
const FILES = "static-files"
/** Enough for the files of a few builds: file names contain hashes, and an old page may still need its own files. */
const MOST_FILES = 400
/** Downloads, and other URLs that are not pages of the product. */
const NOT_PAGES = [/^\/account\/export/, /^\/api\//, /^\/dev\//]

self.addEventListener("install", (event) => event.waitUntil(keepOfflinePage()))
showPushMessages()
void self.skipWaiting()
clientsClaim()
enableNavigationPreload()

/** Requested without cookies: the page is the same for everyone and contains no name. */
async function keepOfflinePage(): Promise<void> {
  const cache = await caches.open(PAGES)
  await cache.add(new Request(OFFLINE_PAGE, { credentials: "omit", cache: "reload" }))
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({
    cacheName: FILES,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries: MOST_FILES, purgeOnQuotaError: true }),
    ],
  }),
)

const network = new NetworkOnly()

registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        return await network.handle(options)
      } catch {
        return (await stayOnOpenPage(options.request)) ?? (await offlinePage())
      }
    },
    { denylist: NOT_PAGES },
  ),
)

/**
 * Without a network, returns a 204 for a followed link or a reload, so the browser stays on the open page and keeps
 * everything typed. Undefined if no page is open.
 */
async function stayOnOpenPage(request: Request): Promise<Response | undefined> {
  const windows = await self.clients.matchAll({ type: "window" })
  const open = windows.find(
    ({ url, visibilityState }) =>
      visibilityState === "visible" && [request.referrer, request.url].includes(withoutHash(url)),
  )
  open?.postMessage(OFFLINE)
  return open && new Response(null, { status: 204 })
}

const withoutHash = (url: string) => url.split("#")[0] ?? url

async function offlinePage(): Promise<Response> {
  return (await caches.match(OFFLINE_PAGE, { cacheName: PAGES })) ?? Response.error()
}
