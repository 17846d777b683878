import { data } from "react-router"
import type { PageHandle } from "#app/page-handle.ts"

export const handle: PageHandle = { hydrate: "none" }

/** A route of its own, so that an unknown address still shows whose session this is. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
