import type { RouteConfigEntry } from "@react-router/dev/routes"
import { eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import routes from "#app/routes.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { requestPayout } from "#core/payouts/request-payout.server.ts"
import { marketDates, notifications, orderLines, replacementOffers, transfers } from "#db/schema/index.ts"
import { ctxFor } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import type { Upload } from "#tests/support/html-page.ts"
import { aPhoto } from "#tests/support/images.ts"
import { useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useSharedServer()
/** Dozens of requests, on a machine that may be busy. */
const WALK_TIMEOUT_MS = 90_000

type Fields = Record<string, string | Upload>

async function aSeller(facts: Parameters<typeof aMarket>[1] = {}) {
  const market = await aMarket(server.database.db, facts)
  return { market, seller: await visitor(server, market.actor) }
}

const countOf = async (what: string, marketId: string, sellerId: string) => {
  const { rows } = await server.database.pool.query(
    `select (select count(*) from products where market_id = $1)::int as products,
            (select count(*) from drafts where user_id = $2)::int as drafts,
            (select count(*) from images where owner_id = $2)::int as images`,
    [marketId, sellerId],
  )
  return { what, ...rows[0] }
}

const MAY_NOT_SELL: Record<string, Parameters<typeof aMarket>[1]> = {
  "waits for approval": { approval: "waiting" },
  "was denied": { approval: "denied", denialReason: "No license." },
  "has no payout account": { onboarded: null },
  "was rejected by Stripe": { onboarded: false, requirements: ["individual.verification.document"] },
  "never subscribed": { subscription: "none" },
  "has not paid the first month": { subscription: "incomplete" },
  "ended the subscription": { subscription: "cancelled" },
}

describe("a seller who may not sell", () => {
  it("can list nothing by any path: pages, every form of the wizard, the API", {
    tags: ["SELL-12"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    for (const [what, facts] of Object.entries(MAY_NOT_SELL)) {
      const { market, seller } = await aSeller(facts)
      expect([what, (await seller.open("/add-product")).path]).toEqual([what, "/market-dashboard"])
      const forms: [string, Fields][] = [
        ["/add-product", { intent: "next", category: "Fruits", price: "2.5", stock: "3" }],
        ["/add-product?step=2", { intent: "next", section: "Apples", name: "Plums", description: "Blue." }],
        ["/add-product?step=3", { intent: "add-size", size: "9", stock: "1", price: "60" }],
        ["/add-product?step=4", { intent: "add-image", image: await aPhoto() }],
        ["/add-product?step=4", { intent: "next", draftId: crypto.randomUUID() }],
      ]
      for (const [path, fields] of forms)
        expect([what, path, (await seller.post(path, fields)).path]).toEqual([
          what,
          path,
          "/market-dashboard",
        ])
      const product = { productSection: "Apples", name: "Plums", description: "Blue.", images: null }
      for (const body of [
        { ...product, category: "Fruits", value: 2.5, quantity: 3, sizes: null },
        {
          ...product,
          productSection: "Nike",
          category: "Shoes",
          sizes: [{ name: "9", quantity: 1, value: 60 }],
          gender: { gender: "Male", age: "Mens" },
        },
      ]) {
        const answer = await fetch(`${server.url}/api/v1/product/createproduct`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            origin: server.url,
            cookie: [...seller.cookies].map((pair) => pair.join("=")).join("; "),
          },
          body: JSON.stringify(body),
        })
        expect([what, answer.status]).toEqual([what, 403])
      }
      expect(await countOf(what, market.id, market.sellerId)).toEqual({
        what,
        products: 0,
        drafts: 0,
        images: 0,
      })
    }
  })
})

/** A seller with one of everything: product with an image, unfinished product, orders, payout, notifications. */
async function aSellerWithEverything() {
  const { db } = server.database
  const { market, seller } = await aSeller()
  const product = await aProduct(db, market, {
    category: "Shoes",
    section: "Nike",
    sizes: { "9": 4, "10": 2 },
  })
  await seller.post(`/edit-product?product=${product.id}`, { intent: "add-image", image: await aPhoto() })
  await seller.post("/my-market", { intent: "add-image", image: await aPhoto() })
  await aCalendar(db, market)
  await db.insert(marketDates).values({ marketId: market.id, date: OFF_DAY, spans: [] })
  await seller.post("/add-product", { intent: "next", category: "Fruits", price: "2.5", stock: "3" })
  await seller.post("/add-product?step=2", {
    intent: "next",
    section: "Apples",
    name: "Plums",
    description: "Blue.",
  })
  await seller.post("/add-product?step=4", { intent: "add-image", image: await aPhoto() })
  const customer = await aCustomer(db)
  const order = (fulfilment: "pickup" | "delivery") => anOrder(db, { customer, market, product, fulfilment })
  const [pickup, fresh, own] = [await order("pickup"), await order("delivery"), await order("delivery")]
  const ctx = ctxFor(server.database, market.actor)
  await chooseCourier(ctx, { orderId: own.id, hasDeliverer: true })
  const now = new Date()
  await db.insert(transfers).values({
    orderId: pickup.id,
    party: "seller",
    userId: market.sellerId,
    amountCents: 360 as never,
    status: "sent",
    dueAt: now,
    sentAt: now,
    availableAt: now,
  })
  await expect(requestPayout(ctx, { idempotencyKey: undefined })).rejects.toMatchObject({
    code: "not_allowed",
  })
  const [line] = await db
    .insert(notifications)
    .values({ userId: market.sellerId, role: "seller", orderId: pickup.id, message: "Yours alone." })
    .returning()
  const [orderLine] = await db.select().from(orderLines).where(eq(orderLines.orderId, pickup.id))
  const [offer] = await db
    .insert(replacementOffers)
    .values(await anOffer(db, { order: fresh, product }))
    .returning()
  const { rows } = await server.database.pool.query(
    `select (select id from images where id = (select image_id from product_images where product_id = $1)) as picture,
            (select image_id from market_photos where market_id = $3) as "stallPhoto",
            d.id as draft, d.data->'imageIds'->>0 as "draftPicture" from drafts d where user_id = $2`,
    [product.id, market.sellerId, market.id],
  )
  return {
    market,
    product,
    pickup,
    fresh,
    own,
    line: line!.id,
    orderLine: orderLine!.id,
    variant: product.variantId,
    offer: offer!.id,
    photo: await aPhoto(),
    ...(rows[0] as Record<"picture" | "stallPhoto" | "draft" | "draftPicture", string>),
  }
}
type Everything = Awaited<ReturnType<typeof aSellerWithEverything>>

/** All rows of one seller. */
async function rowsOf({ market }: Everything) {
  const { rows } = await server.database.db.execute(sql`
    select 'market' as what, jsonb_agg(to_jsonb(m)) as now from markets m where id = ${market.id}
    union all select 'products', jsonb_agg(to_jsonb(p) order by id) from products p where market_id = ${market.id}
    union all select 'variants', jsonb_agg(to_jsonb(v) order by v.id) from variants v join products p on p.id = v.product_id where market_id = ${market.id}
    union all select 'images', jsonb_agg(to_jsonb(i) - array['status', 'width', 'height', 'bytes', 'content_type'] order by id) from images i where owner_id = ${market.sellerId}
    union all select 'shown', jsonb_agg(to_jsonb(s) order by image_id) from product_images s join products p on p.id = s.product_id where market_id = ${market.id}
    union all select 'stall', jsonb_agg(to_jsonb(s)) from market_photos s where market_id = ${market.id}
    union all select 'calendar', jsonb_agg(to_jsonb(c)) from market_calendars c where market_id = ${market.id}
    union all select 'special days', jsonb_agg(to_jsonb(d)) from market_dates d where market_id = ${market.id}
    union all select 'drafts', jsonb_agg(to_jsonb(d)) from drafts d where user_id = ${market.sellerId}
    union all select 'orders', jsonb_agg(to_jsonb(o) order by id) from orders o where market_id = ${market.id}
    union all select 'offers', jsonb_agg(to_jsonb(r)) from replacement_offers r join orders o on o.id = r.order_id where market_id = ${market.id}
    union all select 'deliveries', jsonb_agg(to_jsonb(d) order by d.order_id) from deliveries d join orders o on o.id = d.order_id where market_id = ${market.id}
    union all select 'payouts', jsonb_agg(to_jsonb(p)) from payouts p where user_id = ${market.sellerId}
    union all select 'ledger', jsonb_agg(to_jsonb(l) order by id) from ledger_entries l where user_id = ${market.sellerId}
    union all select 'bell', jsonb_agg(to_jsonb(n) order by id) from notifications n where user_id = ${market.sellerId}`)
  return rows
}

const OFF_DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Every form of a market's calendar, as its seller sends it. */
const CALENDAR_FORMS: Fields[] = [
  { intent: "weekHours", day: "0", alsoOn: "6" },
  { intent: "specialDay", date: OFF_DAY, note: "Mine" },
  { intent: "removeSpecialDay", date: OFF_DAY },
  { intent: "pause", reason: "Mine" },
  { intent: "resume" },
  { intent: "preparation", prepMinutes: "15" },
  { intent: "pickup", pickupPlaces: "1", pickupMinimumCents: "10" },
  { intent: "delivery", deliveryRadiusMiles: "1", deliveryPlaces: "1" },
  { intent: "courier", usualCourier: "platform" },
]

/** `answer` is the status if it is not 404: an unknown id in one's own wizard is ignored. */
type Attempt = { path: string; form?: Fields; answer?: number }

/** How another seller tries to use someone's ids on a page. `own`: the page takes no id, so there is nothing to try. */
const ATTEMPTS: Record<string, "own" | ((of: Everything) => Attempt[])> = {
  "market-dashboard": "own",
  "register-stripe": "own",
  requirement: "own",
  thankyou: "own",
  "register-subscription": "own",
  "register-subscription/begin": "own",
  // The provider's pages are tested in core/subscriptions/subscription.server.test.ts.
  "register-subscription/return": "own",
  updateCard: "own",
  "updateCard/return": "own",
  "cancel-subscription": "own",
  "all-my-products": "own",
  payout: "own",
  "apply-again": "own",
  "add-product": ({ draft }): Attempt[] => [
    { path: "/add-product?step=4", form: { intent: "next", draftId: draft }, answer: 422 },
  ],
  "edit-product": ({ product, picture, photo }): Attempt[] => {
    const path = `/edit-product?product=${product.id}`
    const shown = JSON.stringify({ name: "Theirs", description: "Theirs", priceCents: 1, stock: 1 })
    const change = { name: "Mine", description: "Mine", priceCents: "1", stock: "1", size: "9", shown }
    return [
      { path },
      { path: `${path}&size=9&image=1` },
      { path, form: { intent: "update", productId: product.id, ...change } },
      { path, form: { intent: "delete", productId: product.id } },
      { path, form: { intent: "delete-image", imageId: picture } },
      { path, form: { intent: "add-image", image: photo } },
      { path, form: { intent: "order-images", order: picture } },
    ]
  },
  // Requests of our own scripts get an error message.
  "product-photo": ({ product, photo }): Attempt[] => [
    { path: "/product-photo", form: { productId: product.id, image: photo }, answer: 422 },
  ],
  "order-step": ({ pickup, own }): Attempt[] => [
    { path: "/order-step", form: { step: "handOver", orderId: pickup.id }, answer: 422 },
    { path: "/order-step", form: { step: "markDelivered", orderId: own.id }, answer: 422 },
  ],
  "new-orders": ({ pickup }): Attempt[] => [
    { path: "/new-orders", form: { intent: "acknowledge", orderIds: pickup.id } },
  ],
  "market-today": ({ pickup, own }): Attempt[] => [
    { path: "/market-today", form: { intent: "several", step: "setReady", orderIds: pickup.id } },
    { path: "/market-today", form: { intent: "handOverWithoutCode", orderId: pickup.id } },
    { path: "/market-today", form: { intent: "markDelivered", orderId: own.id } },
    { path: "/market-today", form: { intent: "undoStep", orderId: own.id } },
    { path: "/market-today", form: { intent: "undoSteps", "steps[0].orderId": own.id } },
  ],
  marketOrders: ({ pickup }): Attempt[] => [
    { path: "/marketOrders", form: { intent: "status", orderId: pickup.id, status: "picked up" } },
    { path: "/marketOrders", form: { intent: "setReady", orderId: pickup.id } },
  ],
  // Chosen numbers of another market are named as not found: tests/e2e/http/pick-list.test.ts.
  "pick-list": ({ orderLine }): Attempt[] => [
    { path: "/pick-list", form: { intent: "pick-lines", lineIds: orderLine } },
    { path: "/pick-list", form: { intent: "reopen-lines", lineIds: orderLine } },
  ],
  "packing-slips": "own",
  labels: "own",
  marketOrderDetails: ({ pickup, own }): Attempt[] => [
    ...[pickup, own].map(({ id }) => ({ path: `/marketOrderDetails?OrderDetails=${id}` })),
    { path: "/marketOrderDetails", form: { intent: "setReady", orderId: pickup.id } },
  ],
  "order-seller": ({ pickup, fresh }): Attempt[] => [
    { path: `/order-seller?OrderID=${pickup.id}` },
    { path: "/order-seller", form: { intent: "status", orderId: pickup.id, status: "ready to pick up" } },
    {
      path: "/order-seller",
      form: { intent: "cancel-order", orderId: fresh.id, reason: "Not mine at all." },
    },
    {
      path: "/order-seller",
      form: { intent: "cancel-order", orderId: pickup.id, reason: "Not mine at all." },
    },
  ],
  "pack-order": ({ pickup, fresh, orderLine, variant, offer }): Attempt[] => [
    { path: `/pack-order?OrderDetails=${pickup.id}` },
    {
      path: "/pack-order",
      form: { intent: "pack-line", lineId: orderLine, packedQuantity: "1", seen: "open" },
    },
    { path: "/pack-order", form: { intent: "reopen-line", lineId: orderLine } },
    {
      path: "/pack-order",
      form: {
        intent: "offer-replacement",
        lineId: orderLine,
        variantId: variant,
        quantity: "1",
        missing: "1",
      },
    },
    { path: "/pack-order", form: { intent: "withdraw-replacement", offerId: offer } },
    { path: "/pack-order", form: { intent: "pack-order", orderId: fresh.id, bags: "1", allAsOrdered: "on" } },
    { path: "/pack-order", form: { intent: "unpack-order", orderId: pickup.id } },
  ],
  "update-shipping": ({ fresh, own }): Attempt[] => [
    { path: `/update-shipping?OrderDetails=${own.id}&title=1` },
    { path: "/update-shipping", form: { intent: "startDelivery", orderId: fresh.id } },
    { path: "/update-shipping", form: { intent: "offer", orderId: fresh.id } },
    { path: "/update-shipping", form: { intent: "withdraw", orderId: fresh.id } },
    { path: "/update-shipping", form: { intent: "markDelivered", orderId: own.id } },
    {
      path: "/update-shipping",
      form: { intent: "ship", orderId: own.id, carrier: "UPS", trackingNumber: "1Z1" },
    },
  ],
  "my-market": ({ stallPhoto }): Attempt[] => [
    { path: "/my-market", form: { intent: "delete-image", imageId: stallPhoto } },
    // The calendar's forms name no market: they change the sender's own.
    ...CALENDAR_FORMS.map((form) => ({ path: "/my-market", form, answer: 200 })),
  ],
  // The photo is added to the sender's own market.
  "market-photo": "own",
  "see-order": ({ line }): Attempt[] => [{ path: "/see-order", form: { intent: "see", notification: line } }],
}

describe("another seller's ids", () => {
  it("are not found on any page and by any form of a seller, and nothing is changed", {
    tags: ["GUARD-7", "LIST-19", "SALE-14"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const table = (await routes) as RouteConfigEntry[]
    const pagesIn = (guard: string) =>
      (table.find(({ file }) => file === `guards/${guard}.ts`)?.children ?? []).map(({ path }) => path)
    const pages = ["seller-pages", "order-pages", "seller-and-courier-pages"].flatMap(pagesIn)
    expect(Object.keys(ATTEMPTS).sort()).toEqual([...pages, "see-order"].sort())

    const theirs = await aSellerWithEverything()
    const { seller } = await aSeller()
    const before = await rowsOf(theirs)
    expect(before.every(({ what, now }) => now !== null || what === "payouts")).toBe(true)
    for (const attempts of Object.values(ATTEMPTS)) {
      if (attempts === "own") continue
      for (const { path, form, answer = 404 } of attempts(theirs)) {
        const { status } = form ? await seller.post(path, form) : await seller.open(path)
        expect([path, form, status]).toEqual([path, form, answer])
      }
    }
    // The image is not this seller's, so nothing happens, and the response does not mention it.
    await seller.post("/add-product?step=4", { intent: "delete-image", imageId: theirs.draftPicture })
    expect(await rowsOf(theirs)).toEqual(before)
  })
})
