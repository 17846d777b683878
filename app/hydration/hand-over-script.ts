import { INERT } from "./late-state.ts"

/**
 * The loaders' answers for React on the client, written as React Router's own entry writes them: `encoded` goes into
 * the stream that `<Scripts/>` has opened on the page, and the stream ends with it. Where `page` has put those scripts
 * to sleep, this one sleeps with them.
 */
export function handOverScript(encoded: string, nonce: string | undefined, page: string): string {
  const type = `type="${INERT}"`
  const attribute = `${nonce ? ` nonce="${nonce}"` : ""}${page.includes(type) ? ` ${type}` : ""}`
  const text = JSON.stringify(encoded).replace(UNSAFE, asEscape)
  return `<script${attribute}>(c=>{c.enqueue(${text});c.close()})(window.__reactRouterContext.streamController)</script>`
}

/** What could end the script element, or a line in it. */
const UNSAFE = /[<>&\u2028\u2029]/g

const asEscape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
