import type { ReactElement } from "react"

/**
 * What a component puts beside other elements: elements only. A bare text there could no longer be changed or removed
 * once the browser has translated the page.
 */
export type Elements = ReactElement | readonly Elements[] | "" | false | null | undefined
