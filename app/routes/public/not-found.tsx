import { data } from "react-router"
import type { PageHandle } from "#app/page-handle.ts"

export const handle: PageHandle = { hydrate: "none" }

/** Has its own route, so that the page for an unknown URL still shows who is signed in. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
