import { data, redirect } from "react-router"
import type { Toast } from "#app/page-protocol/events.ts"
import { flashToast } from "#app/ui/flash.ts"

/** Marks a small form that updates the page in place, without a redirect. */
export const IN_PLACE_FIELD = "inPlace"

/** The response to a form that updates the page in place (answer-toast.ts). */
export type InPlaceAnswer = { inPlaceToast: Toast | null }

/**
 * Redirects to the page that a small form is on. A form that updates its page in place gets the toast as data instead.
 */
export const leadBack = (form: FormData, to: string, toast?: Toast) => {
  if (form.has(IN_PLACE_FIELD)) return data<InPlaceAnswer>({ inPlaceToast: toast ?? null })
  return redirect(to, { headers: toast ? flashToast(toast) : {} })
}
