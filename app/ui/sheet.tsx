import { createContext, useContext, useState } from "react"
import { SHEET_COOKIE } from "#app/page-cookies.ts"
import { SHEET, sheetAttribute } from "#app/page-protocol/attributes.ts"
import { cookieIn } from "#core/cookies.ts"
import sheetUrl from "./app.css?url"

/** The style sheet as text, which the server may put into the page; a browser has none. */
export const SheetText = createContext<string | null>(null)

type Props = { isKnown: boolean; nonce: string | undefined }

/**
 * The style sheet of every page: within the first page that a browser opens, so that nothing is waited for twice, and
 * a file of its own afterwards. A page that React takes over keeps the one that it came with.
 */
export function Sheet({ isKnown, nonce }: Props) {
  const text = useContext(SheetText)
  const [inline] = useState(() => {
    if (typeof document === "undefined") return isKnown || !nonce || text === null ? null : { text, nonce }
    const own = document.querySelector<HTMLStyleElement>(`style[${SHEET}]`)
    // The document's own nonce: where the layout is rendered again for an error, nobody else knows it.
    return own && { text: own.textContent ?? "", nonce: own.nonce }
  })
  if (inline === null) return <link rel="stylesheet" href={sheetUrl} />
  return (
    <style
      {...sheetAttribute(sheetUrl)}
      nonce={inline.nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet
      dangerouslySetInnerHTML={{ __html: inline.text }}
    />
  )
}

/** Whether the browser has this very style sheet in its cache: our page script says so by a cookie. */
export const hasSheet = (request: Request): boolean => cookieIn(request.headers, SHEET_COOKIE) === sheetUrl
