export type Toast = { text: string; kind: "good" | "error" }

/** Shows a toast from a hydrated page. Without JavaScript, use `flash` and redirect. */
export function toast(text: string, kind: Toast["kind"] = "good") {
  const tell = () =>
    window.dispatchEvent(new CustomEvent<Toast>("pushcart:toast", { detail: { text, kind } }))
  // Our small script shows it, and may not have come yet.
  if (window.__small) void window.__small().then(tell, tell)
  else tell()
}

/** One toast as HTML, for the server's page and for our small script: React never owns a toast. */
export function toastHtml({ text, kind }: Toast): string {
  const safe = text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
  return `<li class="toast toast-${kind === "error" ? "error" : "good"}"><label><input type="checkbox" class="sr-only" aria-label="Dismiss">${safe}</label></li>`
}
