import { Outlet } from "react-router"
import type { PageHandle } from "../page-handle.ts"
import { guardLayout } from "./guard-layout.ts"

const guard = guardLayout("admin")

export const middleware = guard.middleware
export const loader = guard.loader

/** These pages show what changes elsewhere: they listen from the start, not from the first touch on. */
export const handle: PageHandle = { hydrate: "loaded" }

export default Outlet
