import { beforeAll, expect } from "vitest"
import { directionsWithFallback } from "#server/adapters/places/compose-places.ts"
import { createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"

export type Json = Record<string, unknown>
export type Who = { cookie: string }

type SignedIn = {
  api: ReturnType<typeof createTestApi>
  seller: Awaited<ReturnType<typeof aMarket>>
  customer: Awaited<ReturnType<typeof aCustomer>>
  asSeller: Who
  asCustomer: Who
}

/** The API with its own test database, a market and a customer, both signed in. */
export function useSignedIn() {
  const database = useDatabase({ zips: true })
  const signedIn = {} as SignedIn
  beforeAll(async () => {
    const directions = directionsWithFallback(undefined, () => {})
    const api = createTestApi(database, { ports: { directions } })
    const [seller, customer] = [await aMarket(database.db), await aCustomer(database.db)]
    Object.assign(signedIn, {
      api,
      seller,
      customer,
      asSeller: { cookie: await api.signedIn(seller.actor) },
      asCustomer: { cookie: await api.signedIn(customer.actor) },
    } satisfies SignedIn)
  })

  /** The response's body; the call has to succeed. */
  async function ok<A = Json>(method: string, path: string, body: unknown, who: Who): Promise<A> {
    const answer = await signedIn.api.call(method, path, body, who)
    if (!answer.ok) expect.fail(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as A
  }
  return { database, signedIn, ok }
}
