import { type ReactNode, useEffect, useRef } from "react"
import { livePaused } from "#app/page-protocol/attributes.ts"
import { isHydrated } from "../hydration/hydrated.ts"
import { LinkButton } from "./button.tsx"
import { Icon } from "./icon.tsx"

/** Shown in place of an empty list, with a link to the next step. */
export function EmptyState({ text, button }: { text: string; button?: { label: string; to: string } }) {
  return (
    <div className="empty">
      <p>{text}</p>
      {button && <LinkButton to={button.to}>{button.label}</LinkButton>}
    </div>
  )
}

type NoticeProps = {
  kind?: "warning" | "info" | "good" | "bad"
  children: ReactNode
  role?: "status" | "alert"
  /**
   * The form result that the notice reports. Each new one focuses the notice, so that it scrolls into view even if it
   * is far from the button.
   */
  answer?: object | undefined
}

export function Notice({ kind = "warning", children, role, answer }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer && isHydrated()) notice.current?.focus()
  }, [answer])
  const icon = kind === "good" ? "check" : kind === "info" ? "info" : "warning"
  return (
    <div
      ref={notice}
      className={kind === "warning" ? "notice" : `notice notice-${kind}`}
      role={role}
      tabIndex={answer && -1}
      // biome-ignore lint/a11y/noAutofocus: without JavaScript this is how the notice takes the focus
      autoFocus={answer !== undefined}
    >
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}

/** A hint on screens up to 768 px wide, shown by CSS. It blocks nothing. */
export function RotateHint() {
  return (
    <p className="notice notice-info rotate">
      <Icon name="rotate" />
      Please turn your phone in landscape mode
    </p>
  )
}

/** A notice that our page script shows while the room is unreachable. */
export function LivePaused({
  text = "Live updates are paused. Reload the page to see the newest.",
}: {
  text?: string
}) {
  return (
    <p className="notice" role="status" {...livePaused} hidden suppressHydrationWarning>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  )
}

/** The number of items, shown only if they don't fit on a single page. */
export const ListTotal = ({ total, pages }: { total: number; pages: number }) =>
  pages > 1 ? <p className="soft num">{`${total} in all, newest first`}</p> : null

export function Loader({ text = "One moment…" }: { text?: string }) {
  return (
    <p className="loader" role="status">
      <i aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}

/**
 * A list that scrolls by itself; on phones it scrolls with the page. Reachable by keyboard; its height is in pixels.
 */
export function ScrollArea({
  height,
  label,
  children,
}: {
  height: number
  label: string
  children: ReactNode
}) {
  return (
    <section
      className="scroll-area"
      style={{ "--height": `${height}px` } as object}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      {children}
    </section>
  )
}
