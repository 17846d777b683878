import { data, redirect } from "react-router"
import type { Toast } from "#app/page-protocol/events.ts"
import { flashToast } from "#app/ui/flash.ts"

/** Says of a small form that the page stays as it is: it is not led anywhere, and shows what changed by itself. */
export const IN_PLACE_FIELD = "inPlace"

/** The answer to a form whose page stays as it is (answer-toast.ts). */
export type InPlaceAnswer = { inPlaceToast: Toast | null }

/** Leads back to where a small form stands; a page that stays as it is shows the toast itself. */
export const leadBack = (form: FormData, to: string, toast?: Toast) => {
  if (form.has(IN_PLACE_FIELD)) return data<InPlaceAnswer>({ inPlaceToast: toast ?? null })
  return redirect(to, { headers: toast ? flashToast(toast) : {} })
}
