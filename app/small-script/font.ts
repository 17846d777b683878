/**
 * The web font costs the first view nothing: it is fetched after it, and from then on a cookie lets the server name it
 * in the page (`<html data-font>`), where it comes from the cache.
 */
export function keepFont() {
  const { font } = document.body.dataset
  if (!font || /(^|; )font=1/.test(document.cookie)) return
  fetch(font)
    .then((answer) => (answer.ok ? answer.blob() : null))
    .then((body) => {
      // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Safari and on plain HTTP
      if (body) document.cookie = "font=1; Path=/; Max-Age=31536000; SameSite=Lax"
    })
    .catch(() => {})
}
