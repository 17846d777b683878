import { untilItComes } from "./patient-fetch.ts"

declare global {
  interface Window {
    /** Stands where React Router imports the module of a page (vite-plugin.ts). */
    __importModule?: (address: string) => Promise<unknown>
  }
}

/**
 * React Router takes a module that was lost with the network for one that is gone, and loads the open page anew, which
 * then is lost too. It is imported again until it came or the server answers for it: then it is indeed gone, as after a
 * new version, or broken.
 */
export function importPatiently(): void {
  window.__importModule = async (address) => {
    const imported = await untilItComes(async () => {
      try {
        const module: unknown = await import(/* @vite-ignore */ address)
        return () => module
      } catch {
        await fetch(address, { method: "HEAD", cache: "no-store" })
        // The network may have come back in between.
        return () => import(/* @vite-ignore */ address)
      }
    }, null)
    return imported()
  }
}
