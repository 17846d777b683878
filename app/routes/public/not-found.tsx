import { data } from "react-router"
import type { PageHandle } from "#app/page-handle.ts"

export const handle: PageHandle = { hydrate: "none" }

/** A route of its own, so that the page for an unknown address still shows who is signed in. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
