import type { ReactElement } from "react"

/**
 * Children for a component that renders them next to other elements: elements only, no bare text. Once the browser has
 * translated the page, React could no longer change or remove bare text there.
 */
export type Elements = ReactElement | readonly Elements[] | "" | false | null | undefined
