declare module "virtual:page-script" {
  /** The URL of the page script (not React), which every page has. */
  export const pageScript: string
  /** The source of the inline script that starts React (app/hydration/deferred-start.ts). */
  export const deferredStart: string
  /** The source of the service worker (app/service-worker). */
  export const serviceWorker: string
}
