import { type LoaderFunctionArgs, Outlet } from "react-router"
import { requireContext } from "./require-context.ts"
import { requireRole } from "./require-role.ts"

export const middleware = [requireRole("seller")]

/** Without a loader, client navigation between these pages would not run the guard. */
export function loader({ context }: LoaderFunctionArgs) {
  requireContext(context, "seller")
  return null
}

export default function Pages() {
  return <Outlet />
}
