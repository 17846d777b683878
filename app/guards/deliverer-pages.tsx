import { type LoaderFunctionArgs, Outlet } from "react-router"
import type { PageHandle } from "../page-handle.ts"
import { requireContext } from "./require-context.ts"
import { requireRole } from "./require-role.ts"

export const middleware = [requireRole("deliverer")]

/** These pages show what changes elsewhere: they listen from the start, not from the first touch on. */
export const handle: PageHandle = { hydrate: "loaded" }

/** Without a loader, client navigation between these pages would not run the guard. */
export function loader({ context }: LoaderFunctionArgs) {
  requireContext(context, "deliverer")
  return null
}

export default function Pages() {
  return <Outlet />
}
