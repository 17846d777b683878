import { type LoaderFunctionArgs, Outlet } from "react-router"
import { sessionContext } from "../context.ts"
import type { PageHandle } from "../page-handle.ts"
import { requireRole, turnedAway } from "./require-role.ts"

/** Pages about an order that its seller and its customer both open: the session decides what they show. */
export const middleware = [requireRole("seller", "customer")]

/** These pages show what changes elsewhere: they listen from the start, not from the first touch on. */
export const handle: PageHandle = { hydrate: "loaded" }

/** Without a loader, client navigation between these pages would not run the guard. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(sessionContext).actor) throw turnedAway("customer")
  return null
}

export default function Pages() {
  return <Outlet />
}
