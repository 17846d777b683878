import { and, eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { HOUR_MS } from "#core/durations.ts"
import { cents } from "#core/money.ts"
import { marketCalendars, marketDates, markets, marketWindows } from "#db/schema/index.ts"
import type { createTestApi } from "#tests/support/api.ts"
import { ROUTE } from "#tests/support/baltimore.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { useSandboxApi } from "./sandbox-api.ts"

type Json = Record<string, unknown>
type Offered = Record<"pickup" | "delivery", { starts_at: string; ends_at: string; full: boolean }[]>
type Problem = { code: string; errors?: Record<string, string[]> }

/** 9 to 11 am in New York. */
const ON_SATURDAY = { starts_at: "2026-11-28T14:00:00.000Z", ends_at: "2026-11-28T16:00:00.000Z" }
const SATURDAY = { startsAt: new Date(ON_SATURDAY.starts_at), endsAt: new Date(ON_SATURDAY.ends_at) }

describe("windows by the API", { tags: ["CAL-12"] }, () => {
  const { database, signedInWorld } = useSandboxApi()
  let api: ReturnType<typeof createTestApi>
  beforeAll(async () => {
    api = (await signedInWorld()).api
  })

  type Person = Parameters<typeof api.signedIn>[0]
  const as = async (person: Person) => ({ cookie: await api.signedIn(person) })

  async function ok<A>(answer: Promise<Response>): Promise<A> {
    const given = await answer
    if (!given.ok) expect.fail(`${given.status}: ${await given.text()}`)
    return (await given.json()) as A
  }
  async function problem(answer: Promise<Response>): Promise<[number, string]> {
    const given = await answer
    return [given.status, ((await given.json()) as Problem).code]
  }

  /** A customer with one product in the cart, for pickup, from a market that is always open. */
  async function aCart(facts: Parameters<typeof aCalendar>[2] = {}) {
    const market = await aMarket(database.db)
    await aCalendar(database.db, market, facts)
    const product = await aProduct(database.db, market)
    const customer = await aCustomer(database.db)
    const who = await as(customer.actor)
    const put = () =>
      api.call("POST", "/transaction/createtransaction", { pid: product.id, quantity: 1 }, who)
    await ok(put())
    const update = (windows?: unknown) =>
      api.call("PUT", "/transaction/updateTransaction", { delivery: "Pick up", windows }, who)
    const pay = (windows?: unknown) => api.call("POST", "/pay/paymentIntent", { value: 1, windows }, who)
    const cart = () => ok<Json[]>(api.call("GET", "/transaction/getransaction", undefined, who))
    const offered = await ok<Offered>(api.call("GET", `/market/getWindows/${market.id}`, undefined, who))
    const chosen = offered.pickup[2]!
    const wanted = [{ marketid: market.id, starts_at: chosen.starts_at }]
    const { starts_at, ends_at } = chosen
    return { market, customer, who, put, update, pay, cart, wanted, window: { starts_at, ends_at } }
  }

  const takenAt = async (marketId: string, startsAt: string) =>
    database.db
      .select({ taken: marketWindows.taken })
      .from(marketWindows)
      .where(and(eq(marketWindows.marketId, marketId), eq(marketWindows.startsAt, new Date(startsAt))))

  it("are chosen with the cart, saved, changed back, and returned with its lines", async () => {
    const { market, update, cart, wanted, window } = await aCart()
    const [plain] = await ok<Json[]>(update())
    expect(plain).not.toHaveProperty("window")
    expect(plain).not.toHaveProperty("market_problem")
    expect(await ok(update(wanted))).toMatchObject([{ window, problem: null }])
    await ok(update())
    expect(await cart()).toMatchObject([{ window }])
    expect((await ok<Json[]>(update([{ marketid: market.id }])))[0]).not.toHaveProperty("window")
  })

  it("are chosen with the payment, which holds their slots and returns them", async () => {
    const { market, update, pay, wanted, window } = await aCart({ pickupPlaces: 1 })
    await ok(update())
    const plain = await ok<Json>(pay())
    expect(plain).not.toHaveProperty("windows")
    const timed = await ok<Json>(pay(wanted))
    expect(timed).toMatchObject({ windows: [{ marketid: market.id, ...window }] })
    expect(await takenAt(market.id, window.starts_at)).toEqual([{ taken: 1 }])
    // A repeated call returns the same payment, with the same slot.
    expect(await ok(pay())).toMatchObject({ checkoutId: timed.checkoutId, windows: [window] })
    expect(await takenAt(market.id, window.starts_at)).toEqual([{ taken: 1 }])
  })

  it("are rejected by a problem of their own: full, not offered, of another market, no time at all", async () => {
    const { market, who, update, pay, cart, wanted, window } = await aCart({ pickupPlaces: 1 })
    await ok(update(wanted))
    await database.db.insert(marketWindows).values({
      marketId: market.id,
      fulfilment: "pickup",
      startsAt: new Date(window.starts_at),
      taken: 1,
    })
    // The slot was free when it was chosen: now the cart reports that it is full, and nothing is held.
    expect(await problem(pay())).toEqual([409, "window_full"])
    expect((await cart())[0]!.market_problem).toContain("is full now. Choose another time")
    const { pickup } = await ok<Offered>(api.call("GET", `/market/getWindows/${market.id}`, undefined, who))
    expect(pickup.filter(({ full }) => full)).toEqual([{ ...window, full: true }])
    for (const ask of [update, pay]) expect(await problem(ask(wanted))).toEqual([409, "window_full"])

    const between = new Date(Date.parse(window.starts_at) + HOUR_MS / 2).toISOString()
    const odd = await update([{ marketid: market.id, starts_at: between }])
    expect([odd.status, ((await odd.json()) as Problem).errors]).toEqual([
      422,
      { windows: [`${market.name} doesn't offer this time. Choose another one.`] },
    ])
    const elsewhere = await aMarket(database.db)
    expect(await problem(pay([{ marketid: elsewhere.id, starts_at: window.starts_at }]))).toEqual([
      404,
      "not_found",
    ])
    const none = await pay([{ marketid: market.id, starts_at: "soon" }])
    expect([none.status, ((await none.json()) as Problem).errors]).toEqual([
      422,
      { "windows.0.starts_at": ["Choose a time."] },
    ])
  })

  it("are chosen for delivery where the market delivers", async () => {
    const { market, who, wanted } = await aCart({ offersDelivery: false })
    const update = { delivery: "Delivery", windows: wanted }
    expect(await problem(api.call("PUT", "/transaction/updateTransaction", update, who))).toEqual([
      409,
      "not_deliverable",
    ])
    const { delivery } = await ok<Offered>(api.call("GET", `/market/getWindows/${market.id}`, undefined, who))
    expect(delivery).toEqual([])
  })

  it("are none at a paused market, whose every call for an order answers market_closed", {
    tags: ["CAL-7"],
  }, async () => {
    const { market, put, update, pay, cart, wanted } = await aCart()
    await ok(update())
    await aCalendar(database.db, market, { pausedAt: new Date(), pauseReason: "We are moving" })
    for (const asked of [put(), update(wanted), pay(), pay(wanted)])
      expect(await problem(asked)).toEqual([409, "market_closed"])
    expect((await cart())[0]!.problem).toContain("isn't taking orders right now. We are moving.")
  })

  it("are returned with an order, to its customer and its seller, and omitted without one", async () => {
    const market = await aMarket(database.db)
    const [customer, product] = [await aCustomer(database.db), await aProduct(database.db, market)]
    const [asCustomer, asSeller] = [await as(customer.actor), await as(market.actor)]
    const timed = await anOrder(database.db, { customer, market, product, window: SATURDAY })
    const plain = await anOrder(database.db, { customer, market, product })
    const window = ON_SATURDAY
    for (const [path, who] of [
      ["/order/getorders", asCustomer],
      ["/order/seller/getorders", asSeller],
      ["/order/seller/getUnCompleteorders", asSeller],
    ] as const) {
      const listed = await ok<Json[]>(api.call("GET", path, undefined, who))
      expect(listed.find(({ id }) => id === timed.id)).toMatchObject({ window })
      expect(listed.find(({ id }) => id === plain.id)).not.toHaveProperty("window")
    }
    for (const [path, who] of [
      ["/order/customer/order", asCustomer],
      ["/order/seller/order", asSeller],
    ] as const) {
      const single = (id: string) =>
        ok<{ order: Json }>(api.call("GET", `${path}/${id}`, undefined, who)).then(({ order }) => order)
      expect(await single(timed.id)).toMatchObject({ window })
      expect(await single(plain.id)).not.toHaveProperty("window")
    }
  })

  it("are returned to couriers with a delivery, waiting and taken, and omitted without one", async () => {
    const market = await aMarket(database.db, ROUTE[0])
    const [customer, product] = [await aCustomer(database.db), await aProduct(database.db, market)]
    const sold = { customer, market, product, fulfilment: "delivery" } as const
    const plain = await anOrder(database.db, sold)
    const timed = await anOrder(database.db, { ...sold, window: SATURDAY })
    const asSeller = await as(market.actor)
    for (const { id } of [plain, timed])
      await ok(api.call("PUT", "/shipping/hasShipper", { hasDeliverer: false, id }, asSeller))
    const who = await as((await aCourier(database.db)).actor)
    const get = <A>(path: string) => ok<A>(api.call("GET", path, undefined, who))
    const onScreen = {
      startsAt: ON_SATURDAY.starts_at,
      endsAt: ON_SATURDAY.ends_at,
      text: "Sat, Nov 28, 9–11 am",
    }

    const offers = await get<Json[]>("/pushcartexpress/grabAllDeliveries")
    expect(offers.find(({ id }) => id === timed.delivery!.id)).toMatchObject({ window: ON_SATURDAY })
    expect(offers.find(({ id }) => id === plain.delivery!.id)).not.toHaveProperty("window")
    const { waiting } = await get<{ waiting: Json[] }>("/pushcartexpress/deliveries")
    expect(waiting.find(({ id }) => id === timed.delivery!.id)).toMatchObject({ window: onScreen })
    const shown = waiting.find(({ id }) => id === plain.delivery!.id)!
    for (const name of ["window", "windowStartsAt", "windowEndsAt", "timeZone"])
      expect(shown).not.toHaveProperty(name)

    const take = { sid: timed.delivery!.id }
    expect(await ok(api.call("PUT", "/pushcartexpress/takeOrder", take, who))).toMatchObject({
      window: ON_SATURDAY,
    })
    expect(await get("/pushcartexpress/deliverInformation")).toMatchObject({ window: ON_SATURDAY })
    expect(await get("/pushcartexpress/deliveries")).toMatchObject({ active: { window: onScreen } })
  })
})

describe("a market's calendar by the API", { tags: ["CAL-13"] }, () => {
  const { database, signedInWorld } = useSandboxApi()
  const get = (api: ReturnType<typeof createTestApi>, path: string, cookie: string) =>
    api.call("GET", path, undefined, { cookie })

  it("returns week, future special days, pause and the market's conditions, without products", async () => {
    const { api } = await signedInWorld()
    const market = await aMarket(database.db)
    const customer = await aCustomer(database.db)
    const cookie = await api.signedIn(customer.actor)
    const read = async () =>
      (await (await get(api, `/market/getCalendar/${market.id}`, cookie)).json()) as Json
    // Without its own calendar, the market is open according to its three texts.
    expect(await read()).toMatchObject({
      time_zone: "America/New_York",
      pause: null,
      special_days: [],
      prep_minutes: 60,
      delivers: true,
      delivery_radius_miles: 25,
      pickup_minimum: 0,
      week: [
        { day: "Monday", hours: [{ opens: "09:00", closes: "17:00" }] },
        ...["Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].map((day) => ({ day })),
        { day: "Sunday", hours: [] },
      ],
    })
    await aCalendar(database.db, market, {
      prepMinutes: 30,
      deliveryRadiusMiles: 5,
      deliveryMinimumCents: cents(2050),
      pausedAt: new Date(),
      pausedUntil: "2999-01-01",
      pauseReason: "Winter",
    })
    const special = { marketId: market.id, spans: [{ opens: 600, closes: 1440 }], note: "for the seller" }
    await database.db.insert(marketDates).values([
      { ...special, date: "2020-01-01" },
      { ...special, date: "2999-12-24" },
    ])
    const told = await read()
    expect(told).toMatchObject({
      state: "paused",
      takes_orders: false,
      open_until: null,
      opens_at: null,
      text: "Paused until Tuesday, January 1",
      pause: { until: "2999-01-01", reason: "Winter" },
      special_days: [{ date: "2999-12-24", hours: [{ opens: "10:00", closes: "24:00" }] }],
      prep_minutes: 30,
      delivery_radius_miles: 5,
      delivery_minimum: 20.5,
    })
    const product = await aProduct(database.db, market)
    for (const call of ["getCalendar", "getWindows"])
      expect(await (await get(api, `/market/${call}/${market.id}`, cookie)).text()).not.toContain(
        product.name,
      )
    await database.db.delete(marketCalendars).where(eq(marketCalendars.marketId, market.id))
    await aCalendar(database.db, market)
    const open = { state: "open", takes_orders: true, pause: null }
    expect(await read()).toMatchObject({ ...open, text: "Open", open_until: null })
  })

  it("is for customers of a market that sells, for its own seller, and for admins", async () => {
    const { api } = await signedInWorld()
    const [market, other] = [await aMarket(database.db), await aMarket(database.db)]
    const people = {
      customer: (await aCustomer(database.db)).actor,
      seller: market.actor,
      "another seller": other.actor,
      admin: (await anAdmin(database.db)).actor,
    }
    const statuses = async () => {
      const told: Json = {}
      for (const [name, actor] of Object.entries(people)) {
        const cookie = await api.signedIn(actor)
        const calls = ["getCalendar", "getWindows"].map((call) =>
          get(api, `/market/${call}/${market.id}`, cookie),
        )
        told[name] = (await Promise.all(calls)).map(({ status }) => status)
      }
      return told
    }
    const [yes, no] = [
      [200, 200],
      [404, 404],
    ]
    expect(await statuses()).toEqual({ customer: yes, seller: yes, "another seller": no, admin: yes })
    await database.db.update(markets).set({ approval: "denied" }).where(eq(markets.id, market.id))
    expect(await statuses()).toEqual({ customer: no, seller: yes, "another seller": no, admin: yes })
  })
})
