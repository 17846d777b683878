import type { Rule } from "./rule.ts"

/** The limit of orders in a window, for all markets of a simulation. It is never lowered. */
export const PLACES_IN_A_WINDOW = 2

type Window = { market: string; fulfilment: string; starts: string; taken: number; expected: number }

/**
 * Taken places of every window = checkouts that hold one + orders that have one, without canceled orders whose goods
 * came back; and never more than the limit.
 */
export const countsThePlaces: Rule = async ({ site }) => {
  const windows = await site.rows<Window>(`
    with held as (
      select m.market_id, m.fulfilment, m.window_starts_at as starts_at
      from checkout_markets m join checkouts c on c.id = m.checkout_id
      where c.status in ('open', 'paying') and m.window_starts_at is not null
      union all
      select o.market_id, o.fulfilment, o.window_starts_at from orders o
      where o.window_starts_at is not null and not (o.status is not distinct from 'cancelled' and not exists (
        select from simulation.moves where subject = o.id and after = 'cancelled' and before in ('shipped', 'picked up')))
    ), expected as (select market_id, fulfilment, starts_at, count(*)::int as expected from held group by 1, 2, 3)
    select k.name as market, fulfilment, starts_at::text as starts, coalesce(w.taken, 0) as taken,
      coalesce(e.expected, 0) as expected
    from market_windows w full join expected e using (market_id, fulfilment, starts_at)
    join markets k on k.id = market_id order by k.name, fulfilment, starts_at`)
  return windows.flatMap(({ market, fulfilment, starts, taken, expected }) =>
    taken === expected && taken <= PLACES_IN_A_WINDOW
      ? []
      : [
          `Of ${market}'s ${fulfilment} window ${starts}, ${taken} places are taken, and ${expected} are held.`,
        ],
  )
}
