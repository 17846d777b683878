import { expect, it } from "vitest"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { oddSearches } from "#tests/support/odd-searches.ts"
import { searchInMarket } from "./search-in-market.server.ts"
import { searchMarketNames } from "./search-market-names.server.ts"
import { searchNear } from "./search-near.server.ts"
import { MOST_LETTERS } from "./search-text.ts"

const database = useDatabase()
const center = { lat: 39.2855, lng: -76.5317 }
/** Far above what any of them takes, and above what a request may take. */
const SLOW_MS = 1_000

it("answers a thousand odd searches, each about as fast as the others", async () => {
  const { db } = database
  const customer = ctxFor(database, (await aCustomer(db)).actor)
  const anyone = ctxFor(database, { role: "anonymous" })
  const market = await aMarket(db, { name: "Egg & Tomato House", ...center })
  for (const name of ["Large Brown Eggs", "Tomatoes, 1 lb", "100% Juice_\\"])
    await aProduct(db, market, { name })
  const waits: { text: string; ms: number }[] = []
  const texts = oddSearches()
  expect(texts).toHaveLength(1_000)
  for (const text of texts) {
    const started = performance.now()
    const near = await searchNear(customer, { center, text })
    waits.push({ text, ms: performance.now() - started })
    expect(near.words.typed.length).toBeLessThanOrEqual(MOST_LETTERS)
    expect(near.total).toBeLessThanOrEqual(1)
    await searchInMarket(customer, { marketId: market.id, text })
    await searchMarketNames(anyone, { center, text })
  }
  waits.sort((a, b) => a.ms - b.ms)
  const [median, slowest] = [waits[waits.length / 2], waits.at(-1)]
  process.stdout.write(
    `1000 odd searches: median ${median?.ms.toFixed(1)} ms, slowest ${slowest?.ms.toFixed(1)} ms (${JSON.stringify(slowest?.text.slice(0, 40))})\n`,
  )
  expect(slowest?.ms).toBeLessThan(SLOW_MS)
}, 120_000)
