export type Toast = { text: string; kind: "good" | "error" }

/** Shows a toast from a hydrated page. Without JavaScript, use `flash` and redirect. */
export function toast(text: string, kind: Toast["kind"] = "good") {
  window.dispatchEvent(new CustomEvent<Toast>("pushcart:toast", { detail: { text, kind } }))
}

/** One toast as HTML, for the server's page and for our small script: React never owns a toast. */
export function toastHtml({ text, kind }: Toast): string {
  const safe = text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
  return `<li class="toast toast-${kind === "error" ? "error" : "good"}"><label><input type="checkbox" class="sr-only" aria-label="Dismiss">${safe}</label></li>`
}
