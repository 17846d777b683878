import type { Pool } from "pg"
import { ROLE_PAGES } from "#core/accounts/role-pages.ts"
import type { Database } from "#db/client.ts"
import { aMarket } from "#tests/factories/markets.ts"
import { plainVisitor } from "./plain-pages.ts"
import { givePassword, PASSWORD } from "./sign-in.ts"

type Site = { url: string; database: { db: Database; pool: Pool } }

/** A market's owner, signed in without a browser. */
export async function aSeller({ url, database }: Site, facts: Parameters<typeof aMarket>[1] = {}) {
  const { db, pool } = database
  const market = await aMarket(db, facts)
  await givePassword(db, market.sellerId)
  const { rows } = await pool.query("select email from users where id = $1", [market.sellerId])
  const visitor = plainVisitor(url)
  const signIn = await visitor.open(ROLE_PAGES.seller.signIn)
  const home = await visitor.send(signIn, { email: String(rows[0].email), password: PASSWORD })
  if (home.path !== ROLE_PAGES.seller.signedIn) throw new Error(`Signing in ended at ${home.path}`)
  return { market, visitor }
}
