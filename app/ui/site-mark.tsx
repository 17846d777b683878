import { createContext, useContext, useLayoutEffect, useState } from "react"
import type { SiteMark } from "#app/context.ts"
import { htmlFlags } from "#app/page-protocol/attributes.ts"

/** The server's word for it; a browser reads it in the page that it got, even where the page's data is missing. */
export const ServersMark = createContext<SiteMark | null>(null)

/** How this site says that it is not the real one; null where it is. */
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

/** The strip on top of every page, and the word in front of its title. */
export function SiteMarkStrip({ mark: { word, says } }: { mark: SiteMark }) {
  // The server wrote it into the document; after that each page brings a title of its own.
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
