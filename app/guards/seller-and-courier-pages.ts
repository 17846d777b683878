import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages about being paid, which sellers and couriers share: the session decides whose money it is. */
const guard = guardLayout("seller", "deliverer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
