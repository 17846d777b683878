import type { ReactElement } from "react"

/**
 * The children of a component that renders them beside other elements: elements only. React could no longer change or
 * remove a bare text there once the browser has translated the page.
 */
export type Elements = ReactElement | readonly Elements[] | "" | false | null | undefined
