declare module "virtual:page-script" {
  /** The address of our own script (not React), which every page carries. */
  export const pageScript: string
  /** What starts React, as a script to be printed into the page (app/hydration/deferred-start.ts). */
  export const deferredStart: string
  /** The service worker as a script (app/service-worker). */
  export const serviceWorker: string
}
