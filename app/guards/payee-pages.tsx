import { type LoaderFunctionArgs, Outlet } from "react-router"
import type { PageHandle } from "../page-handle.ts"
import { requireHolder } from "./require-holder.ts"
import { requireRole } from "./require-role.ts"

/** Pages about being paid, which sellers and deliverers share: the session decides whose money it is. */
export const middleware = [requireRole("seller", "deliverer")]

/** These pages show what changes elsewhere: they listen from the start, not from the first touch on. */
export const handle: PageHandle = { hydrate: "loaded" }

/** Without a loader, client navigation between these pages would not run the guard. */
export function loader({ context }: LoaderFunctionArgs) {
  requireHolder(context)
  return null
}

export default function Pages() {
  return <Outlet />
}
