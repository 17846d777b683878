import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

/** Pages that are the same for anyone who is signed in. */
const guard = guardLayout("customer", "seller", "deliverer", "admin")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
