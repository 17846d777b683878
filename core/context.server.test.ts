import { readdirSync, readFileSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { sellerDashboard } from "#core/approvals/seller-dashboard.server.ts"
import { mayList, requireSellingMarket } from "#core/catalog/market-queries.server.ts"
import {
  addProductImage,
  orderProductImages,
  removeProductImage,
} from "#core/catalog/product-images.server.ts"
import {
  createProduct,
  deleteProduct,
  listOwnProducts,
  viewOwnProduct,
} from "#core/catalog/seller-products.server.ts"
import { updateProduct } from "#core/catalog/update-product.server.ts"
import type { SellerContext } from "#core/context.ts"
import { DAY_MS } from "#core/durations.ts"
import { readOwnMarket } from "#core/identity/own-profiles.server.ts"
import { confirmMarketPhoto } from "#core/market/confirm-market-photo.server.ts"
import { addMarketPhoto, orderMarketPhotos, removeMarketPhoto } from "#core/market/market-photos.server.ts"
import { pauseMarket, resumeMarket } from "#core/market/pause-market.server.ts"
import { requestMarketChange, withdrawMarketChange } from "#core/market/request-market-change.server.ts"
import { removeSpecialDay, saveSpecialDay } from "#core/market/save-special-day.server.ts"
import { saveWeekHours } from "#core/market/save-week-hours.server.ts"
import { updateMarketFacts } from "#core/market/update-market-facts.server.ts"
import { updateOrderRules } from "#core/market/update-order-rules.server.ts"
import { viewOwnCalendar } from "#core/market/view-own-calendar.server.ts"
import { viewOwnMarket } from "#core/market/view-own-market.server.ts"
import { acknowledgeOrder, acknowledgeOrders } from "#core/orders/acknowledge-order.server.ts"
import { cancelSellerOrder } from "#core/orders/cancel-seller-order.server.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { readEveningHour, setEveningHour } from "#core/orders/evening-hour.server.ts"
import { handOver } from "#core/orders/hand-over.server.ts"
import { listNewOrders } from "#core/orders/list-new-orders.server.ts"
import { listPickList } from "#core/orders/list-pick-list.server.ts"
import { listReplacements } from "#core/orders/list-replacements.server.ts"
import {
  countSellerOrders,
  listSellerOrders,
  listsOfSellerOrders,
} from "#core/orders/list-seller-orders.server.ts"
import { listSellerToday } from "#core/orders/list-seller-today.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { offerReplacement } from "#core/orders/offer-replacement.server.ts"
import { packLine } from "#core/orders/pack-line.server.ts"
import { packOrder, unpackOrder } from "#core/orders/pack-order.server.ts"
import { pickLines } from "#core/orders/pick-lines.server.ts"
import { readPickSelection } from "#core/orders/pick-list.ts"
import { countSellerDay, ordersOfDay } from "#core/orders/seller-day.server.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { shipOrder } from "#core/orders/ship-order.server.ts"
import { stepSeveral, undoSeveral } from "#core/orders/step-several.server.ts"
import { takeBackOwnDelivery } from "#core/orders/take-back-own-delivery.server.ts"
import { takeStep } from "#core/orders/take-step.server.ts"
import { lastUndoable, listUndoable, undoStep } from "#core/orders/undo-step.server.ts"
import { viewPacking } from "#core/orders/view-packing.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { withdrawOffer } from "#core/orders/withdraw-offer.server.ts"
import { withdrawReplacement } from "#core/orders/withdraw-replacement.server.ts"
import { images, marketChanges, marketDates, marketPhotos, replacementOffers } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { ctxFor, useDatabase } from "#tests/support/database.ts"
import { aCalendar, aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { someFacts } from "#tests/support/factories/product-facts.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import { aPhoto } from "#tests/support/images.ts"

const database = useDatabase({ zips: true })

type Theirs = Awaited<ReturnType<typeof aMarketWithEverything>>
type Work = (ctx: SellerContext, theirs: Theirs) => Promise<unknown>

const DAY = "2999-01-01"

/** Work on one item of a market, by its id: an item of another market is not found. */
const BY_ID: Record<string, Work> = {
  viewSellerOrder: (ctx, { pickup }) => viewSellerOrder(ctx, pickup),
  acknowledgeOrders: (ctx, { pickup }) => acknowledgeOrders(ctx, { orderIds: [pickup] }),
  acknowledgeOrder: (ctx, { pickup }) => acknowledgeOrder(ctx, { orderId: pickup }),
  setPickupStatus: (ctx, { pickup }) => setPickupStatus(ctx, { orderId: pickup, status: "ready to pick up" }),
  takeStep: (ctx, { pickup }) => takeStep(ctx, { step: "setReady", orderId: pickup }),
  stepSeveral: (ctx, { pickup }) => stepSeveral(ctx, { step: "setReady", orderIds: [pickup] }),
  handOver: (ctx, { pickup }) => handOver(ctx, { orderId: pickup }),
  undoSeveral: (ctx, { own }) => undoSeveral(ctx, { steps: [{ orderId: own }] }),
  undoStep: (ctx, { own }) => undoStep(ctx, { orderId: own }),
  cancelSellerOrder: (ctx, { pickup }) => cancelSellerOrder(ctx, { orderId: pickup, reason: "It rained." }),
  packLine: (ctx, { line }) => packLine(ctx, { lineId: line, packedQuantity: 1 }),
  pickLines: (ctx, { line }) => pickLines(ctx, { lineIds: [line] }, { isPicked: true }),
  packOrder: (ctx, { pickup }) => packOrder(ctx, { orderId: pickup, bags: 1, allAsOrdered: true }),
  unpackOrder: (ctx, { packed }) => unpackOrder(ctx, { orderId: packed }),
  offerReplacement: (ctx, { line, variant }) =>
    offerReplacement(ctx, { lineId: line, variantId: variant, quantity: 1, stockToZero: false }),
  listReplacements: (ctx, { line }) => listReplacements(ctx, line),
  withdrawReplacement: (ctx, { offer }) => withdrawReplacement(ctx, { offerId: offer }),
  viewPacking: (ctx, { pickup }) => viewPacking(ctx, pickup),
  chooseCourier: (ctx, { delivery }) => chooseCourier(ctx, { orderId: delivery, hasDeliverer: true }),
  shipOrder: (ctx, { own }) => shipOrder(ctx, { orderId: own, carrier: "UPS", trackingNumber: "1Z1" }),
  markDelivered: (ctx, { own }) => markDelivered(ctx, own),
  takeBackOwnDelivery: (ctx, { own }) => takeBackOwnDelivery(ctx, own),
  withdrawOffer: (ctx, { offered }) => withdrawOffer(ctx, offered),
  viewOwnProduct: (ctx, { product }) => viewOwnProduct(ctx, product),
  updateProduct: (ctx, { product }) =>
    updateProduct(ctx, { productId: product, size: "", ...someFacts({ name: "Taken", stock: 1 }) }),
  deleteProduct: (ctx, { product }) => deleteProduct(ctx, product),
  addProductImage: async (ctx, { product }) =>
    addProductImage(ctx, { productId: product, bytes: (await aPhoto()).buffer }),
  orderProductImages: (ctx, { product, images }) =>
    orderProductImages(ctx, { productId: product, imageIds: images.toReversed() }),
  removeProductImage: (ctx, { product, images }) =>
    removeProductImage(ctx, { productId: product, imageId: images[0]! }),
  removeMarketPhoto: (ctx, { photo }) => removeMarketPhoto(ctx, photo),
}

/** Functions without an id: they only affect the market that the seller acts for. */
const OF_THE_MARKET: Record<string, Work> = {
  listSellerOrders: (ctx) => listSellerOrders(ctx, "all", { limit: 50, offset: 0 }),
  listsOfSellerOrders: (ctx) => listsOfSellerOrders(ctx),
  listNewOrders: (ctx) => listNewOrders(ctx),
  listSellerToday: (ctx) => listSellerToday(ctx, { stage: "pack", day: null, search: "", page: 1 }),
  countSellerOrders: (ctx) => countSellerOrders(ctx),
  listPickList: (ctx) => listPickList(ctx, readPickSelection(new URLSearchParams())),
  listUndoable: (ctx, { own, pickup }) => listUndoable(ctx, [own, pickup]),
  lastUndoable: (ctx, { own }) => lastUndoable(ctx, own),
  ordersOfDay: (ctx) => ordersOfDay(ctx, "UTC"),
  readEveningHour: (ctx) => readEveningHour(ctx),
  setEveningHour: (ctx) => setEveningHour(ctx, { hour: 20 }),
  countSellerDay: (ctx) => countSellerDay(ctx, "UTC"),
  listOwnProducts: (ctx) => listOwnProducts(ctx, {}),
  createProduct: (ctx) => createProduct(ctx, { category: "Vegetables", section: "Beets", ...someFacts() }),
  mayList: (ctx) => mayList(ctx),
  requireSellingMarket: (ctx) => requireSellingMarket(ctx),
  readOwnMarket: (ctx) => readOwnMarket(ctx),
  sellerDashboard: (ctx) => sellerDashboard(ctx),
  viewOwnMarket: (ctx) => viewOwnMarket(ctx),
  viewOwnCalendar: (ctx) => viewOwnCalendar(ctx),
  updateMarketFacts: (ctx) => updateMarketFacts(ctx, { story: "Another story." }),
  requestMarketChange: (ctx) => requestMarketChange(ctx, { kind: "name", wanted: { name: "Another Name" } }),
  withdrawMarketChange: (ctx) => withdrawMarketChange(ctx, "name"),
  saveWeekHours: (ctx) => saveWeekHours(ctx, { days: [0, 1, 2], spans: [] }),
  saveSpecialDay: async (ctx) => {
    const date = new Date(ctx.now().getTime() + 9 * DAY_MS).toISOString().slice(0, 10)
    return saveSpecialDay(ctx, { date, spans: [], note: null })
  },
  removeSpecialDay: (ctx) => removeSpecialDay(ctx, DAY),
  pauseMarket: (ctx) => pauseMarket(ctx, { until: null, reason: "Away." }),
  resumeMarket: (ctx) => resumeMarket(ctx),
  updateOrderRules: (ctx) => updateOrderRules(ctx, { prepMinutes: 7, hasOwnDeliverer: true }),
  addMarketPhoto: async (ctx) => addMarketPhoto(ctx, { bytes: (await aPhoto()).buffer }),
  orderMarketPhotos: (ctx, { photo }) => orderMarketPhotos(ctx, [photo]),
  confirmMarketPhoto: (ctx) => confirmMarketPhoto(ctx),
}

/** The person's own data, not a market's: what they are typing, and their subscription payments. */
const OF_THE_PERSON = [
  ...["readProductDraft", "discardProductDraft", "saveProductAnswers", "listSize", "unlistSize"],
  ...["addDraftImage", "orderDraftImages", "removeDraftImage", "publishDraft", "attachImage"],
  ...["readSubscription", "beginSubscription", "subscribe", "openSubscriptionPage", "finishSubscription"],
  ...["openCustomer", "cancelSubscription", "updateCard", "openCardPage", "finishCardPage"],
]

/** Parts of other queries and commands: conditions, and steps of a transaction. */
const STEPS = ["ofSeller", "pickableOrders", "matching", "withEarnings", "receivedFor", "receivedToday"]

describe("a seller", { tags: ["GUARD-13"] }, () => {
  it("finds nothing of another market and changes nothing of it, though it were the same person's", async () => {
    const theirs = await aMarketWithEverything()
    // The owner of the other market, signed in for this one: owning the other market gives no access to it from here.
    const seller = await aSeller(theirs.market.userId)
    const before = await rowsOf(theirs)
    for (const [name, work] of Object.entries(BY_ID)) {
      const code = await work(seller, theirs).then(
        () => "done",
        (error: { code?: string }) => error.code,
      )
      expect([name, code]).toEqual([name, "not_found"])
    }
    for (const [name, work] of Object.entries(OF_THE_MARKET)) {
      const text = JSON.stringify(await work(seller, theirs)) ?? ""
      const named = Object.values(theirs.ids).filter((id) => text.includes(id))
      expect([name, named]).toEqual([name, []])
    }
    expect(await rowsOf(theirs)).toEqual(before)
  })

  it("does for a market what its seller may, whoever they are", async () => {
    const theirs = await aMarketWithEverything()
    const other = await aMarket(database.db)
    const ctx = ctxFor(database, { ...theirs.market.actor, userId: other.userId })
    for (const name of [
      "viewSellerOrder",
      "setPickupStatus",
      "viewOwnProduct",
      "updateProduct",
      "deleteProduct",
    ])
      await BY_ID[name]!(ctx, theirs)
    for (const name of ["updateMarketFacts", "saveWeekHours", "pauseMarket"])
      await OF_THE_MARKET[name]!(ctx, theirs)
    expect(await rowsOf(theirs)).toMatchObject({
      market: { story: "Another story.", weekday_hours: expect.stringContaining("Closed") },
      calendar: { pause_reason: "Away." },
      products: [{ name: "Taken", retired_at: expect.any(String) }],
    })
    expect((await viewSellerOrder(ctx, theirs.pickup)).order.status).toBe("ready to pick up")
  })

  it("has every command and query of sellers walked here", () => {
    const known = [...Object.keys(BY_ID), ...Object.keys(OF_THE_MARKET), ...OF_THE_PERSON, ...STEPS]
    expect(sellersFunctions().toSorted()).toEqual(known.toSorted())
  })
})

/**
 * Returns the names of the exported functions that take a seller's context, except steps of the caller's transaction.
 */
function sellersFunctions(): string[] {
  const root = join(import.meta.dirname)
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".server.ts") && !file.endsWith(".test.ts"),
  )
  return files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /^export (?:async )?(?:function|const) (\w+)(?: = (?:async )?)?\(\s*ctx: SellerContext,?\s*(\w*)/gm,
      ),
    ].flatMap(([, name = "", next]) => (next === "tx" ? [] : name)),
  )
}

/** The context of a seller who acts for their own market, which has an unconfirmed photo. */
async function aSeller(userId: string): Promise<SellerContext> {
  const market = await aMarket(database.db, { marketPhotoId: await aMarketImage() })
  const directory = await mkdtemp(join(tmpdir(), "pushcart-another-market-"))
  const images = diskImages({ directory, secret: "x".repeat(32) })
  return ctxFor(database, { ...market.actor, userId }, { ports: { images } })
}

async function aMarketImage(): Promise<string> {
  const file = { container: "markets", name: crypto.randomUUID(), contentType: "image/webp" } as const
  const [image] = await database.db
    .insert(images)
    .values({ ...file, status: "ready" })
    .returning()
  return image!.id
}

/**
 * A market with orders in each status that a seller changes, a product, photos, special days and a pending name change.
 */
async function aMarketWithEverything() {
  const { db } = database
  const photo = await aMarketImage()
  const market = await aMarket(db, { marketPhotoId: photo })
  await aCalendar(db, market, { hasOwnDeliverer: null })
  const product = await aProduct(db, market)
  await giveImages(db, product, [crypto.randomUUID(), crypto.randomUUID()])
  const customer = await aCustomer(db)
  const sold = { customer, market, product }
  const aDelivery = async () => (await anOrder(db, { ...sold, fulfilment: "delivery" })).id
  const pickup = (await anOrder(db, sold)).id
  const [delivery, own, offered] = [await aDelivery(), await aDelivery(), await aDelivery()]
  const ctx = ctxFor(database, market.actor)
  await chooseCourier(ctx, { orderId: own, hasDeliverer: true })
  await chooseCourier(ctx, { orderId: offered, hasDeliverer: false })
  await db.insert(marketPhotos).values({ marketId: market.id, imageId: photo, position: 0 })
  await db.insert(marketDates).values({ marketId: market.id, date: DAY, spans: [] })
  await db.insert(marketChanges).values({ marketId: market.id, kind: "name", wanted: { name: "Wanted" } })
  const itsImages = (await viewOwnProduct(ctx, product.id)).images.map(({ imageId }) => imageId)
  const packed = (await anOrder(db, sold)).id
  await packOrder(ctx, { orderId: packed, bags: 1, allAsOrdered: true })
  const line = (await viewSellerOrder(ctx, pickup)).lines[0]!.id
  const [replacement] = await db
    .insert(replacementOffers)
    .values(await anOffer(db, { order: { id: pickup }, product }))
    .returning()
  const [offer, variant] = [replacement!.id, product.variantId]
  const ids = { market: market.id, product: product.id, pickup, packed, line, delivery, own, offered, photo }
  return { ...ids, ids: { ...ids, offer }, offer, variant, images: itsImages, market }
}

/** Returns every row that belongs to the market. */
async function rowsOf({ ids }: Theirs) {
  const all = (table: string, where: string) =>
    sql.raw(`(select json_agg(t order by t::text) from ${table} t where ${where})`)
  const ofMarket = `market_id = '${ids.market}'`
  const ofProduct = `product_id = '${ids.product}'`
  const { rows } = await database.db.execute<Record<string, unknown>>(sql`select
    (select row_to_json(m) from markets m where id = ${ids.market}) as market,
    (select row_to_json(c) from market_calendars c where market_id = ${ids.market}) as calendar,
    ${all("market_dates", ofMarket)} as dates,
    ${all("market_photos", ofMarket)} as photos,
    ${all("market_changes", ofMarket)} as changes,
    ${all("products", ofMarket)} as products,
    ${all("variants", ofProduct)} as variants,
    ${all("product_images", ofProduct)} as images,
    ${all("orders", ofMarket)} as orders,
    ${all("replacement_offers", `order_id in (select id from orders where ${ofMarket})`)} as offers,
    ${all("deliveries", `order_id in (select id from orders where ${ofMarket})`)} as deliveries`)
  const [found] = rows
  expect(Object.entries(found ?? {}).filter(([, now]) => now === null)).toEqual([])
  return found
}
