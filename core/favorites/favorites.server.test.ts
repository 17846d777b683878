import { describe, expect, it } from "vitest"
import { searchMarkets } from "#core/catalog/search-markets.server.ts"
import { ctxFor, personIn, useDatabase } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { addFavorite } from "./add-favorite.server.ts"
import { listFavorites } from "./list-favorites.server.ts"
import { removeFavorite } from "./remove-favorite.server.ts"

describe("favorite markets", () => {
  const database = useDatabase()
  const customer = async () => ctxFor(database, (await aCustomer(database.db)).actor)
  const names = async (ctx: Awaited<ReturnType<typeof customer>>) =>
    (await listFavorites(ctx)).map(({ name }) => name)

  it("are added and removed, twice as well as once, and listed latest first", {
    tags: ["FAV-1", "FAV-2"],
  }, async () => {
    const rosa = await customer()
    const [first, second] = [await aMarket(database.db), await aMarket(database.db)]
    for (const { id: marketId } of [first, first, second]) await addFavorite(rosa, { marketId })
    expect(await names(rosa)).toEqual([second.name, first.name])
    for (let times = 0; times < 2; times += 1) await removeFavorite(rosa, { marketId: second.id })
    expect(await names(rosa)).toEqual([first.name])
  })

  it("are their customer's alone", { tags: ["FAV-3"] }, async () => {
    const [rosa, sam] = [await customer(), await customer()]
    const place = { lat: 44, lng: -100 }
    const { id: marketId, name } = await aMarket(database.db, place)
    await addFavorite(rosa, { marketId })
    expect(await names(sam)).toEqual([])
    await removeFavorite(sam, { marketId })
    expect(await names(rosa)).toEqual([name])
    const heartOf = async (ctx: Parameters<typeof searchMarkets>[0]) =>
      (await searchMarkets(ctx, { near: place })).markets[0]?.isFavorite
    expect(await heartOf(rosa)).toBe(true)
    expect(await heartOf(sam)).toBe(false)
    expect(await heartOf(ctxFor(database, { role: "anonymous" }))).toBe(false)
    // As a seller, the same person has no favorites.
    expect(await heartOf(ctxFor(database, personIn("seller", rosa.actor.userId)))).toBe(false)
  })

  it("are markets that sell: no other becomes one, and one that stops is left out until it is back", {
    tags: ["FAV-2", "FAV-3"],
  }, async () => {
    const rosa = await customer()
    const unsubscribed = await aMarket(database.db, { subscription: "cancelled" })
    for (const marketId of [unsubscribed.id, crypto.randomUUID()])
      await expect(addFavorite(rosa, { marketId })).rejects.toMatchObject({ code: "not_found" })
    const open = await aMarket(database.db)
    await addFavorite(rosa, { marketId: open.id })
    const subscribe = (state: string) =>
      database.pool.query("update markets set subscription = $1 where id = $2", [state, open.id])
    await subscribe("cancelled")
    expect(await names(rosa)).toEqual([])
    await subscribe("active")
    expect(await names(rosa)).toEqual([open.name])
  })
})
