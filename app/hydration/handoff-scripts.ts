const UNSAFE: Record<string, string> = {
  "&": "\\u0026",
  "<": "\\u003c",
  ">": "\\u003e",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
}

/**
 * Hands the loaders' answers to the browser's router: what React Router's own `ServerRouter` writes piece by piece,
 * written at once. Nothing in the answers can end the script.
 */
export function handoffScripts(handoff: string, nonce: string | undefined): string {
  const text = JSON.stringify(handoff).replace(/[&<>\u2028\u2029]/g, (character) => UNSAFE[character] ?? "")
  const stream = "window.__reactRouterContext.streamController"
  return `<script${nonce ? ` nonce="${nonce}"` : ""}>${stream}.enqueue(${text});${stream}.close();</script>`
}
