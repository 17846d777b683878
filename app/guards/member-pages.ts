import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages for everybody who registered by themselves; admins are made and ended by the site's operator. */
const guard = guardLayout("customer", "seller", "deliverer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
