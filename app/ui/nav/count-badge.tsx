import { useEffect, useRef } from "react"
import { badgeAttribute } from "#app/page-protocol/attributes.ts"
import type { Badges } from "#app/page-protocol/events.ts"

/**
 * The number on the cart or the notifications menu. Our page script may have refreshed it before React hydrates the
 * page, so React neither checks it against its own nor forgets to write the next one.
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
      {/* Said after a number only: without one the style sheet takes the words away. */}
      <span className="sr-only">{` ${WORDS[of]}`}</span>
    </>
  )
}

const WORDS = { cart: "in it", unseen: "unseen" }

/** Nothing for none, and at most two digits. */
export const badgeText = (count: number) => (count <= 0 ? "" : count > 99 ? "99+" : String(count))
