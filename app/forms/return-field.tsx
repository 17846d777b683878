import { useLocation } from "react-router"
import { RETURN_FIELD } from "./return-address.ts"

/** Says where a small form stands. `at`: the id of the element that the page is scrolled to without JavaScript. */
export function ReturnField({ at }: { at?: string | undefined }) {
  const { pathname, search } = useLocation()
  return <input type="hidden" name={RETURN_FIELD} value={`${pathname}${search}${at ? `#${at}` : ""}`} />
}
