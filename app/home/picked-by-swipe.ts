import { type RefObject, useEffect } from "react"
import type { MarketCard } from "#core/catalog/market-cards.server.ts"

/** The visible share of a card from which it counts as the one swiped to. */
const MOST_OF_IT = 0.7

/** Picks the card that was swiped to, where the cards lie in one row, as below a phone's map. */
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
