import { Outlet } from "react-router"
import type { PageHandle } from "../page-handle.ts"
import { guardLayout } from "./guard-layout.ts"

/** Pages about an order that its seller and its customer both open: the session decides what they show. */
const guard = guardLayout("seller", "customer")

export const middleware = guard.middleware
export const loader = guard.loader

/** These pages show what changes elsewhere: they listen from the start, not from the first touch on. */
export const handle: PageHandle = { hydrate: "loaded" }

export default Outlet
