import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages about being paid, for sellers and couriers: the session decides whose money is shown. */
const guard = guardLayout("seller", "deliverer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
