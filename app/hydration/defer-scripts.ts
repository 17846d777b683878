import { DEFERRED_MODULE, DEFERRED_PRELOAD } from "#app/page-protocol/attributes.ts"

/**
 * Defers React's scripts in a page that the server has rendered: neither the module that starts React nor the files it
 * needs are requested until deferred-start.ts does so. `<Scripts/>` has no option for it, so this renames two
 * attributes in its output. Users' texts cannot match them, since quotes are escaped in texts and in data.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(' type="module" async=""', ` type="${DEFERRED_MODULE}"`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_PRELOAD}"`)
}
