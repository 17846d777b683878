import { data, redirect } from "react-router"

/** Says of a small form that the page stays as it is: it is not led anywhere, and shows what changed by itself. */
export const IN_PLACE_FIELD = "inPlace"

/** Leads back to where a small form stands; a page that stays as it is gets the headers alone. */
export const leadBack = (form: FormData, to: string, headers: HeadersInit = {}) =>
  form.has(IN_PLACE_FIELD) ? data(null, { headers }) : redirect(to, { headers })
