import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages about an order, for its seller and its customer: the session's role decides what they show. */
const guard = guardLayout("seller", "customer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
