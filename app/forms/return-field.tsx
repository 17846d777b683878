import { useLocation } from "react-router"
import { RETURN_FIELD } from "./return-address.ts"

/** Sends the URL of the page a small form is on. `at`: the id of the element to scroll to without JavaScript. */
export function ReturnField({ at }: { at?: string | undefined }) {
  const { pathname, search } = useLocation()
  return <input type="hidden" name={RETURN_FIELD} value={`${pathname}${search}${at ? `#${at}` : ""}`} />
}
