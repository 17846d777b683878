import { useEffect, useRef, useState } from "react"
import type { Toast } from "#app/page-protocol/events.ts"
import { isHydrated } from "../hydration/hydrated.ts"
import { toast, toastHtml } from "./toast.ts"

/**
 * Toasts of this page view, newest on top. The list is plain HTML that CSS fades after five seconds; our page script
 * takes over the timing and adds later toasts, including those of client navigations.
 */
export function Toaster({ toasts }: { toasts: Toast[] }) {
  const [html] = useState(() => toasts.map(toastHtml).reverse().join(""))
  const shown = useRef(toasts)
  useEffect(() => {
    if (shown.current === toasts) return
    shown.current = toasts
    for (const { text, kind, link } of toasts) toast(text, kind, link)
  }, [toasts])
  return (
    <ol
      className="toasts"
      id="toasts"
      aria-live="polite"
      aria-label="Messages"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: toastHtml escapes the text
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/**
 * The toast of an action's response that did not redirect. In the server's page it is HTML like the others; on a
 * hydrated page it is added to the list.
 */
export function PageToast({ message }: { message: Toast | undefined }) {
  const [html] = useState(() => (message && !isHydrated() ? toastHtml(message) : ""))
  const shown = useRef(html ? message : undefined)
  useEffect(() => {
    if (!message || shown.current === message) return
    shown.current = message
    toast(message.text, message.kind, message.link)
  }, [message])
  if (!html) return null
  return (
    <ol
      className="toasts"
      aria-label="Message"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: toastHtml escapes the text
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
