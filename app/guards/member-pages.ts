import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages for everyone who registered by themselves. The site's operator creates and removes admins. */
const guard = guardLayout("customer", "seller", "deliverer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
