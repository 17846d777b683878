import { type LoaderFunctionArgs, Outlet } from "react-router"
import { sessionContext } from "../context.ts"
import { requireRole, turnedAway } from "./require-role.ts"

/** Pages about an order that its seller and its customer both open: the session decides what they show. */
export const middleware = [requireRole("seller", "customer")]

/** Without a loader, client navigation between these pages would not run the guard. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(sessionContext).actor) throw turnedAway("customer")
  return null
}

export default function Pages() {
  return <Outlet />
}
