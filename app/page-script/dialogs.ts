import { htmlFlags } from "#app/page-protocol/attributes.ts"

/**
 * Until React hydrates it (app/ui/dialog.tsx), a dialog rendered by the server is open but not modal: focus would stay
 * behind it, and Escape would do nothing. This makes it modal immediately. React does not change a modal dialog.
 */
export function makeModal() {
  const dialog = document.querySelector<HTMLDialogElement>("dialog.dialog[open]:not(:modal)")
  if (!dialog) return
  dialog.close()
  dialog.showModal()
  dialog.addEventListener("cancel", (event) => {
    if ("hydrated" in htmlFlags()) return
    // The close link has the URL that closing leads to.
    event.preventDefault()
    dialog.querySelector<HTMLElement>(".dialog-close")?.click()
  })
}
