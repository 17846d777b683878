/** Types that keep scripts from running until the late loader revives them, in the order of the page. */
export const INERT = "text/late-script"
export const INERT_MODULE = "text/late-module"

/** Told with the address of a file of React's that did not come. */
export const LOST = "pushcart:lost"

/** Asks whether the page takes it that a form was lost with the network; who does, calls preventDefault. */
export const UNSENT = "pushcart:unsent"

/** Told of a page that the browser kept and brought back. */
export const RESTORED = "pushcart:restored"

export type LateState = {
  typed: Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, true>
  click: { button: HTMLButtonElement; event: Event } | null
  start: () => void
  done?: boolean
}

declare global {
  interface Window {
    __late?: LateState
  }
}
