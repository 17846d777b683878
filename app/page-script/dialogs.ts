import { htmlFlags } from "#app/page-protocol/attributes.ts"

/**
 * A dialog that the page was rendered with is open and no more, until React takes it over (app/ui/dialog.tsx): focus
 * would stay behind it and Escape would do nothing. This makes it modal at once; React leaves one that is modal as it
 * is.
 */
export function makeModal() {
  const dialog = document.querySelector<HTMLDialogElement>("dialog.dialog[open]:not(:modal)")
  if (!dialog) return
  dialog.close()
  dialog.showModal()
  dialog.addEventListener("cancel", (event) => {
    if ("hydrated" in htmlFlags()) return
    // Its link knows where closing leads.
    event.preventDefault()
    dialog.querySelector<HTMLElement>(".dialog-close")?.click()
  })
}
