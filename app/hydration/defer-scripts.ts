import { DEFERRED_MODULE, DEFERRED_PRELOAD } from "#app/page-protocol/attributes.ts"

/**
 * Puts off the scripts of React in a page that the server has rendered: neither the module that starts it nor the files
 * it needs are requested until deferred-start.ts asks for them. `<Scripts/>` has no option for it, so this renames two
 * attributes in its output. What people wrote cannot look like them: quotes are escaped in texts and in data.
 */
export function deferScripts(html: string): string {
  return html
    .replaceAll(' type="module" async=""', ` type="${DEFERRED_MODULE}"`)
    .replaceAll('<link rel="modulepreload"', `<link rel="${DEFERRED_PRELOAD}"`)
}
