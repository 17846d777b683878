declare module "virtual:small-script" {
  /** The address of our own script (not React), which every page carries. */
  export const smallScript: string
  /** What keeps a page's React asleep, as a script to be printed into the page (app/hydration/late-loader.ts). */
  export const lateLoader: string
}
