import { type RefObject, useEffect } from "react"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"

/** So much of a card is seen when it is the one that a swipe came to rest at. */
const MOST_OF_IT = 0.7

/** Where the cards lie in one row, as below the map of a phone, the one that is swiped to is picked. */
export function usePickedBySwipe(
  list: RefObject<HTMLOListElement | null>,
  markets: readonly MarketCard[],
  onPick: (id: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other markets are other cards
  useEffect(() => {
    const row = list.current
    if (!row) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (row.scrollWidth <= row.clientWidth) return
        const [seen] = entries.filter(({ isIntersecting }) => isIntersecting)
        if (seen) onPick(seen.target.id.replace(/^market-/, ""))
      },
      { root: row, threshold: MOST_OF_IT },
    )
    for (const card of row.children) observer.observe(card)
    return () => observer.disconnect()
  }, [list, markets, onPick])
}
