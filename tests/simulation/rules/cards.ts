import { MOST_CARDS } from "#core/cards/saved-card.ts"
import type { Rule } from "./rule.ts"

/** Nobody has more saved cards than they may have, and a deleted account has none. */
export const countsTheCards: Rule = async ({ site }) => {
  const people = await site.rows<{ id: string; cards: number; isDeleted: boolean }>(
    `select u.id, count(*)::int as cards, u.deleted_at is not null as "isDeleted"
     from saved_cards c join users u on u.id = c.customer_id where c.removed_at is null
     group by u.id having count(*) > $1 or u.deleted_at is not null`,
    [MOST_CARDS],
  )
  return people.map(({ id, cards, isDeleted }) =>
    isDeleted ? `${id} was deleted and has ${cards} cards.` : `${id} has ${cards} cards.`,
  )
}

/** When no work is left, every removed card is gone at the provider, and so is its row. */
export const leavesNoRemovedCard: Rule = async ({ site }) => {
  const cards = await site.rows<{ id: string }>("select id from saved_cards where removed_at is not null")
  return cards.map(({ id }) => `Card ${id} was removed and is still there.`)
}
