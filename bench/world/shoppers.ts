import { createSessions } from "../../server/auth/sessions.ts"
import type { World } from "./open-world.ts"
import { countedAtOnce } from "./scans.ts"

export type Shopper = { userId: string; cookie: string }

/** Signed-in customers of the seed, beginning with the first; each has three items in the cart. */
export async function shoppers(world: World, count: number, from = 1): Promise<Shopper[]> {
  const { db, pool } = world.database
  const rows = await countedAtOnce<{ id: string }>(
    pool,
    `select id from users join unnest($1::text[]) with ordinality as wanted (email, n) using (email) order by n`,
    [Array.from({ length: count }, (_, index) => `customer-${from + index}@bench.test`)],
  )
  if (rows.length < count)
    throw new Error(`The seed has ${rows.length} of ${count} shoppers from ${from} on.`)
  const sessions = createSessions({ db, secret: world.authSecret })
  return Promise.all(
    rows.map(async ({ id }) => {
      const cookies = await sessions.open(new Request(world.site), { userId: id, role: "customer" })
      return { userId: id, cookie: cookies.map((cookie) => cookie.split(";")[0]).join("; ") }
    }),
  )
}
