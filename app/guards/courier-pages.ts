import { Outlet } from "react-router"
import { guardLayout } from "./guard-layout.ts"

const guard = guardLayout("deliverer")

export const middleware = guard.middleware
export const loader = guard.loader

export default Outlet
