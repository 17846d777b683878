import { htmlFlags } from "#app/page-protocol/attributes.ts"
import { send, TOAST, type Toast } from "#app/page-protocol/events.ts"

/**
 * Shows a toast from a hydrated page. Without JavaScript, use `flash` and redirect. Where our page script has not
 * loaded, the toast is added to the page like the server's own: CSS fades it.
 */
export function toast(text: string, kind: Toast["kind"] = "good", link?: Toast["link"]) {
  const detail: Toast = { text, kind, link }
  if ("small" in htmlFlags()) send(TOAST, detail)
  else document.getElementById("toasts")?.insertAdjacentHTML("afterbegin", toastHtml(detail))
}

/** Returns a toast as HTML, for the server's page and our page script: React never renders one. */
export function toastHtml({ text, kind, link }: Toast): string {
  const further = link ? `<a class="text-link" href="${safe(link.to)}">${safe(link.label)}</a>` : ""
  return `<li class="toast toast-${kind === "error" ? "error" : "good"}"><label><input type="checkbox" class="sr-only" aria-label="Dismiss">${safe(text)}</label>${further}</li>`
}

const safe = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
