import { createContext, useContext, useLayoutEffect, useState } from "react"
import type { SiteMark } from "#app/context.ts"
import { htmlFlags } from "#app/page-protocol/attributes.ts"

/** The server's site mark. The browser reads it from the rendered page, even if the page's data is missing. */
export const ServersMark = createContext<SiteMark | null>(null)

/** Returns the mark of a site that is not production, otherwise null. */
export function useSiteMark(): SiteMark | null {
  const fromServer = useContext(ServersMark)
  const [mark] = useState(() => (typeof document === "undefined" ? fromServer : markOfPage()))
  return mark
}

function markOfPage(): SiteMark | null {
  const word = htmlFlags().mark
  const says = document.querySelector(".site-mark")?.textContent
  return word && says ? { word, says } : null
}

/** The strip on top of every page, and the word before its title. */
export function SiteMarkStrip({ mark: { word, says } }: { mark: SiteMark }) {
  // The server rendered it into the document's title; after that each page sets a title without it.
  useLayoutEffect(() => {
    const prefix = `${word}: `
    if (!document.title.startsWith(prefix)) document.title = prefix + document.title
  })
  return (
    <aside className="site-mark" aria-label={word}>
      {says}
    </aside>
  )
}
