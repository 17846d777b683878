import { useEffect, useRef, useState } from "react"
import { type Toast, toast, toastHtml } from "./toast.ts"

/**
 * Toasts of this page view, newest on top. The list is plain HTML that CSS fades after five seconds; our small script
 * takes over its clock and adds later ones. `toasts` that come with a client navigation go the same way.
 */
export function Toaster({ toasts }: { toasts: Toast[] }) {
  const [html] = useState(() => toasts.map(toastHtml).reverse().join(""))
  const shown = useRef(toasts)
  useEffect(() => {
    if (shown.current === toasts) return
    shown.current = toasts
    for (const { text, kind } of toasts) toast(text, kind)
  }, [toasts])
  return (
    <ol
      className="toasts"
      id="toasts"
      role="status"
      aria-label="Messages"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: toastHtml escapes the text
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
