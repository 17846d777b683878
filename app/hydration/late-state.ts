/** The type that keeps a module script from running until the late loader revives it. */
export const INERT = "text/late-module"

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
