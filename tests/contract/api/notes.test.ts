import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { checkoutMarkets } from "#db/schema/index.ts"
import type { createTestApi } from "#tests/support/api.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { useSandboxApi } from "./sandbox-api.ts"

type Json = Record<string, unknown>

describe("notes by the API", { tags: ["CART-20"] }, () => {
  const { database, signedInWorld } = useSandboxApi()
  let api: ReturnType<typeof createTestApi>
  beforeAll(async () => {
    api = (await signedInWorld()).api
  })

  async function aCart() {
    const market = await aMarket(database.db)
    const product = await aProduct(database.db, market)
    const who = { cookie: await api.signedIn((await aCustomer(database.db)).actor) }
    await api.call("POST", "/transaction/createtransaction", { pid: product.id, quantity: 1 }, who)
    const update = (notes?: unknown, pickupphone?: string | null) =>
      api.call("PUT", "/transaction/updateTransaction", { delivery: "Pick up", notes, pickupphone }, who)
    const pay = (notes?: unknown, pickupphone?: string | null) =>
      api.call("POST", "/pay/paymentIntent", { value: 1, notes, pickupphone }, who)
    return { market, update, pay }
  }
  const first = async (answer: Promise<Response>) => ((await (await answer).json()) as Json[])[0]

  it("are saved with the cart, returned with its lines, removed, and omitted if there are none", async () => {
    const { market, update } = await aCart()
    const plain = await first(update())
    for (const name of ["note", "replacement"]) expect(plain).not.toHaveProperty(name)
    const note = "Green ones, please."
    const asked = { marketid: market.id, note, replacement: "replace" }
    expect(await first(update([asked]))).toMatchObject({ note, replacement: "replace" })
    expect(await first(update())).toMatchObject({ note, replacement: "replace" })
    const back = await first(update([{ marketid: market.id, note: null }]))
    expect(back).not.toHaveProperty("note")
    expect(back).toMatchObject({ replacement: "replace" })
  })

  it("go to the checkout with the payment, and into one that is under way", async () => {
    const { market, update, pay } = await aCart()
    await update()
    const paid = async (note: string) =>
      (await (await pay([{ marketid: market.id, note }])).json()) as { checkoutId: string }
    const { checkoutId } = await paid("First")
    expect((await paid("Second")).checkoutId).toBe(checkoutId)
    const [part] = await database.db
      .select({ note: checkoutMarkets.note })
      .from(checkoutMarkets)
      .where(eq(checkoutMarkets.checkoutId, checkoutId))
    expect(part).toEqual({ note: "Second" })
  })

  it("carry one phone number for calls about a pickup, the account's unless another or none is sent", {
    tags: ["CART-23"],
  }, async () => {
    const { update, pay } = await aCart()
    const kept = async (phone?: string | null) => {
      const { checkoutId } = (await (await pay(undefined, phone)).json()) as { checkoutId: string }
      const [part] = await database.db
        .select({ phone: checkoutMarkets.phone })
        .from(checkoutMarkets)
        .where(eq(checkoutMarkets.checkoutId, checkoutId))
      return part?.phone
    }
    await update()
    expect(await kept()).toBeNull()
    expect(await kept("+1 (212) 555.0134")).toBe("212-555-0134")
    expect(await kept()).toBe("212-555-0134")
    expect(await kept(null)).toBeNull()
    expect((await update(undefined, "12")).status).toBe(422)
  })

  it("are rejected when they are too long, of another market, or no choice that there is", async () => {
    const { market, update } = await aCart()
    const other = await aMarket(database.db)
    const statusOf = async (asked: Json) => (await update([asked])).status
    expect(await statusOf({ marketid: market.id, note: "x".repeat(301) })).toBe(422)
    expect(await statusOf({ marketid: market.id, replacement: "maybe" })).toBe(422)
    expect(await statusOf({ marketid: other.id, note: "Hello" })).toBe(404)
    expect(await statusOf({ marketid: "nonsense", note: "Hello" })).toBe(404)
  })
})
