import { type LoaderFunctionArgs, Outlet } from "react-router"
import { sessionContext } from "../context.ts"
import { requireRole, turnedAway } from "./require-role.ts"

/** Pages for everybody who registered by themselves; admins are made and ended by whoever runs the site. */
export const middleware = [requireRole("customer", "seller", "deliverer")]

/** Without a loader, client navigation between these pages would not run the guard. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(sessionContext).actor) throw turnedAway("customer")
  return null
}

export default function Pages() {
  return <Outlet />
}
