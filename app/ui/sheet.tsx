import { createContext, useContext, useState } from "react"
import { SHEET_COOKIE } from "#app/page-cookies.ts"
import { SHEET, sheetAttribute } from "#app/page-protocol/attributes.ts"
import { cookieIn } from "#core/cookies.ts"
import sheetUrl from "./app.css?url"

/** The style sheet's text, which the server may inline into the page; null in the browser. */
export const SheetText = createContext<string | null>(null)

type Props = { isKnown: boolean; nonce: string | undefined }

/**
 * The style sheet of every page: inlined in the first page that a browser opens, which saves a request, and linked as a
 * file afterwards. Hydration keeps the page's variant.
 */
export function Sheet({ isKnown, nonce }: Props) {
  const text = useContext(SheetText)
  const [inline] = useState(() => {
    if (typeof document === "undefined") return isKnown || !nonce || text === null ? null : { text, nonce }
    const own = document.querySelector<HTMLStyleElement>(`style[${SHEET}]`)
    // Read from the document, because nothing else has the nonce when the layout is rendered again for an error.
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

/** Whether the browser has this version of the style sheet in its cache, according to our page script's cookie. */
export const hasSheet = (request: Request): boolean => cookieIn(request.headers, SHEET_COOKIE) === sheetUrl
