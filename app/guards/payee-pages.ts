import { Outlet } from "react-router"
import type { PageHandle } from "../page-handle.ts"
import { guardLayout } from "./guard-layout.ts"

/** Pages about being paid, which sellers and deliverers share: the session decides whose money it is. */
const guard = guardLayout("seller", "deliverer")

export const middleware = guard.middleware
export const loader = guard.loader

/** These pages show what changes elsewhere: they listen from the start, not from the first touch on. */
export const handle: PageHandle = { hydrate: "loaded" }

export default Outlet
