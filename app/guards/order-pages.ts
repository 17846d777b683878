import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages about an order that its seller and its customer both open: the session decides what they show. */
const guard = guardLayout("seller", "customer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
