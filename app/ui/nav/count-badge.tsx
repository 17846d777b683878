import { useEffect, useRef } from "react"
import { badgeAttribute } from "#app/page-protocol/attributes.ts"
import type { Badges } from "#app/page-protocol/events.ts"

/**
 * The count on the cart or the notifications menu. Our page script may have refreshed it before hydration, so React
 * does not compare it on hydration, and writes later counts itself.
 */
export function CountBadge({ of, count }: { of: keyof Badges; count: number }) {
  const badge = useRef<HTMLSpanElement>(null)
  const first = useRef(count)
  useEffect(() => {
    if (first.current === count) return
    first.current = count
    if (badge.current) badge.current.textContent = badgeText(count)
  }, [count])
  return (
    <>
      <span ref={badge} className="badge" {...badgeAttribute(of)} suppressHydrationWarning>
        {badgeText(first.current)}
      </span>
      {/* Only announced after a number: the style sheet hides it next to an empty badge. */}
      <span className="sr-only">{` ${WORDS[of]}`}</span>
    </>
  )
}

const WORDS = { cart: "in it", unseen: "unseen" }

/** Returns the badge's text: empty for zero or less, and at most two digits ("99+"). */
export const badgeText = (count: number) => (count <= 0 ? "" : count > 99 ? "99+" : String(count))
