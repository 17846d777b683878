import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react"
import { useLocation, useNavigate } from "react-router"
import { Icon } from "./icon.tsx"
import { Link } from "./link.tsx"

type Props = {
  /** The dialog's name in the URL that opens it: `?dialog=name`. */
  name: string
  title: string
  /** Opens the dialog regardless of the URL. */
  open?: boolean
  /** The URL that closing leads to; by default this page without the dialog. */
  closeTo?: string
  children: ReactNode
}

const placeOf = (params: URLSearchParams) => params.get("at")?.match(/^[\w-]+$/)?.[0] ?? null

/**
 * Returns the focus to the element that opened the dialog. Where the server rendered it open, to the link that would
 * open it again.
 */
function giveFocusBack(opener: Element | null, name: string, place: string | null) {
  const isLeft = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
  const within = place ? `#${CSS.escape(place)} ` : ""
  const link = () => document.querySelector<HTMLElement>(`${within}a[href*="dialog=${CSS.escape(name)}"]`)
  const target = isLeft ? opener : link()
  target?.focus({ preventScroll: true })
}

/**
 * A native dialog that the URL opens. The server renders it open; our page script, or React once hydrated, makes it
 * modal (focus stays inside, Escape closes). Closing it navigates to the URL without it.
 */
export function Dialog({ name, title, open: always = false, closeTo, children }: Props) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const params = new URLSearchParams(search)
  const open = always || params.get("dialog") === name
  const place = placeOf(params)
  const closed = closeTo ?? dialogHref(search, null)
  const opener = useRef<Element>(null)
  // In the commit that renders the dialog, so that nobody can press Escape on an open dialog that is not modal yet.
  useLayoutEffect(() => {
    if (!open || !dialog.current) return
    opener.current = document.activeElement
    if (dialog.current.matches(":modal")) return
    dialog.current.close()
    dialog.current.showModal()
  }, [open])
  useEffect(() => {
    if (open) return () => giveFocusBack(opener.current, name, place)
  }, [open, name, place])
  if (!open) return null
  return (
    <dialog
      ref={dialog}
      open
      suppressHydrationWarning
      className="dialog"
      aria-labelledby={`${name}-title`}
      onCancel={(event) => {
        event.preventDefault()
        void navigate(closed, { replace: true, preventScrollReset: true })
      }}
    >
      <h2 id={`${name}-title`}>{title}</h2>
      <Link to={closed} replace preventScrollReset className="round dialog-close">
        <Icon name="close" />
        <span className="sr-only">Close</span>
      </Link>
      <div className="stack">{children}</div>
    </dialog>
  )
}

/**
 * Returns the URL that opens a dialog on this page, which works without JavaScript. `at` is the id of the element the
 * dialog belongs to: a page loaded to open or close the dialog scrolls there.
 */
export function dialogHref(search: string, name: string | null, at?: string): string {
  const params = new URLSearchParams(search)
  const place = at ?? (name === null ? placeOf(params) : null)
  params.delete("at")
  if (name === null) params.delete("dialog")
  else params.set("dialog", name)
  if (at) params.set("at", at)
  const [text, fragment] = [params.toString(), place ? `#${place}` : ""]
  return text ? `?${text}${fragment}` : fragment || "?"
}
