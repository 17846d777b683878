import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { eq, sql } from "drizzle-orm"
import { addToCart } from "#core/cart/add-to-cart.server.ts"
import { saveForLater } from "#core/cart/saved-items.server.ts"
import { setCart } from "#core/cart/update-cart.server.ts"
import type { PersonContext } from "#core/context.ts"
import { recordMoves } from "#core/history/record-moves.server.ts"
import { keepImage } from "#core/images/keep-image.server.ts"
import { saveImage } from "#core/images/save-image.server.ts"
import { cents } from "#core/money.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import type { EmailMessage } from "#core/ports/mail.ts"
import { SECOND_TERMS } from "#core/terms/terms.ts"
import type { Database } from "#db/client.ts"
import {
  addresses,
  apiTokens,
  carts,
  checkoutMarkets,
  checkouts,
  couriers,
  customers,
  deliveries,
  drafts,
  emailChanges,
  favorites,
  idempotencyKeys,
  ledgerEntries,
  marketChanges,
  marketDates,
  markets,
  notificationChoices,
  notifications,
  openingAlerts,
  orders,
  passkeys,
  payouts,
  pushSubscriptions,
  refunds,
  replacementOffers,
  savedCards,
  sessions,
  termsAgreements,
  transfers,
  users,
} from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import { passwords } from "#server/auth/passwords.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCalendar, aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder, earnedBy } from "#tests/support/factories/orders.ts"
import { aCustomer } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import { ctxFor, personIn, systemCtx, useDatabase } from "./database.ts"
import { aPhoto } from "./images.ts"
import { aPersonWithPassword } from "./people.ts"

/** Texts that exist only in the data of the person of `aFullLife`. */
export const TRACES = [
  "Zebulon",
  "Quackenbush",
  "Xylophone",
  "917-555-0199",
  "zq@",
  "Whistle twice",
  "Zucchini please",
]

/** Another buyer's note on an order that the person of `aFullLife` sold. */
export const BUYERS_NOTE = "Hollyhock honey if the clover is out"

/** People with a history in every role, and outside services that record their calls. */
export function useFullLives() {
  const database = useDatabase({ zips: true })
  const sent: EmailMessage[] = []
  const cancelled: string[] = []
  const disk = diskImages({
    directory: mkdtempSync(join(tmpdir(), "pushcart-leave-")),
    secret: "x".repeat(32),
  })
  const noted: string[] = []
  const forgotten: string[] = []
  const ports = {
    payments: { deleteCustomer: async (id: string) => void forgotten.push(id) } as never,
    passwords,
    deletionList: { note: async (userId: string) => void noted.push(userId) },
    images: disk,
    mail: { siteUrl: "http://shop.test", send: async (message: EmailMessage) => void sent.push(message) },
    subscriptions: {
      cancel: async (id: string) => void cancelled.push(id),
      find: async (id: string) => ({
        id,
        customerId: "cus_1",
        userId: id.replace(/^sub_/, ""),
        state: "active",
        clientSecret: null,
      }),
    } as never,
  }
  const system = () => systemCtx(database, { ports })
  const as = (role: "customer" | "seller" | "deliverer", userId: string): PersonContext =>
    ctxFor(database, personIn(role, userId), { ports })

  /** A person with a history in each role. Every text that names them is unique. */
  async function aFullLife() {
    const { db } = database
    const person = await aPersonWithPassword(db, ["customer", "seller", "deliverer"])
    const email = `zq@${crypto.randomUUID()}.test`
    const named = { firstName: "Zebulon", lastName: "Quackenbush" }
    const home = { ...named, address: "77 Xylophone Way", phone: "917-555-0199" }
    const { userId } = person
    await db.update(users).set({ name: "Zebulon Quackenbush", email }).where(eq(users.id, userId))
    await db.execute(
      sql`update customers set first_name = 'Zebulon', last_name = 'Quackenbush' where user_id = ${userId}`,
    )
    await db
      .update(couriers)
      .set({ ...home, approval: "approved", onboarded: true })
      .where(eq(couriers.userId, userId))
    const [market] = await db
      .update(markets)
      .set({
        ...home,
        approval: "approved",
        onboarded: true,
        subscription: "active",
        stripeSubscriptionId: `sub_${userId}`,
        stripeAccountId: `acct_${userId}`,
        story: "The Quackenbush family farms here.",
      })
      .where(eq(markets.userId, userId))
      .returning()
    const own = { ...market!, sellerId: userId, actor: personIn("seller", userId, market!.id) }
    await db.insert(marketChanges).values({
      marketId: own.id,
      kind: "name",
      wanted: { name: "Quackenbush Farm" },
      decision: "denied",
      reason: "Zebulon, this name is taken.",
      decidedAt: new Date(),
    })
    await aCalendar(db, own, { pausedAt: new Date(), pauseReason: "Zebulon is away." })
    await db
      .insert(marketDates)
      .values({ marketId: own.id, date: "2030-07-04", spans: [], note: "The Quackenbush reunion" })
    const product = await aProduct(db, own)
    await aSettledAccount(db, userId, home)
    const document = await storeImage("identity", userId)
    await db.update(markets).set({ certificateId: document }).where(eq(markets.id, own.id))
    return {
      ...person,
      email,
      own,
      product,
      document,
      bought: await aPast(db, { userId, email }, own, product),
    }
  }

  /** Adds data to the person's account page. */
  async function aSettledAccount(
    db: Database,
    userId: string,
    home: Pick<typeof addresses.$inferInsert, "firstName" | "lastName" | "address" | "phone">,
  ) {
    const place = { city: "New York", state: "NY", zip: "10001" } as const
    await db.insert(addresses).values({
      ...home,
      ...place,
      customerId: userId,
      label: "Zebulon's",
      instructions: "Whistle twice",
      isFirstChoice: true,
    })
    await db.insert(savedCards).values({
      customerId: userId,
      stripePaymentMethodId: `pm_${userId}`,
      brand: "visa",
      lastFour: "0987",
      expMonth: 12,
      expYear: 2034,
    })
    await db
      .update(customers)
      .set({ phone: home.phone, stripeCustomerId: `cus_${userId}` })
      .where(eq(customers.userId, userId))
    await db.update(users).set({ timeZone: "America/Chicago" }).where(eq(users.id, userId))
    const emails = { email: "zq@elsewhere.test", oldEmail: "zq@before.test" }
    await db.insert(emailChanges).values({ userId, role: "customer", ...emails })
    await db
      .insert(notificationChoices)
      .values({ userId, role: "customer", kind: "orderSteps", way: "email", isOn: false })
    await db.update(users).set({ quietFromMinutes: 1_320, quietToMinutes: 420 }).where(eq(users.id, userId))
    await db.insert(pushSubscriptions).values({
      userId,
      role: "customer",
      deviceId: userId,
      userAgent: "Zebulon's iPhone",
      endpoint: `https://fcm.googleapis.com/${userId}`,
      p256dh: "AA",
      auth: "AA",
      seenAt: new Date(),
    })
    const later = new Date(Date.now() + 3_600_000)
    await db.insert(sessions).values({ userId, role: "customer", token: userId, expiresAt: later })
    await db.insert(apiTokens).values({ userId, role: "customer", name: "script", tokenHash: userId })
    await db.insert(drafts).values({ kind: "product", userId, secretHash: userId, expiresAt: later })
    await db
      .insert(idempotencyKeys)
      .values({ scope: `customer:${userId}`, command: "placeOrder", key: userId, requestHash: "AA" })
    await db.insert(termsAgreements).values({ userId, version: SECOND_TERMS, agreedAt: new Date() })
    await db
      .insert(passkeys)
      .values({ userId, name: "Zebulon's phone", credentialId: userId, publicKey: "AA", counter: 0 })
  }

  async function storeImage(container: "identity" | "deliveries", ownerId: string) {
    const kept = await keepImage(system(), container, (await aPhoto()).buffer)
    return database.db.transaction((tx) => saveImage(tx, kept, { ownerId }))
  }

  /**
   * Two orders: a delivered one that they bought, with a photo at the door, and a picked-up one that they sold and were
   * paid for.
   */
  async function aPast(
    db: Database,
    { userId, email }: { userId: string; email: string },
    own: Awaited<ReturnType<typeof aMarket>>,
    product: Awaited<ReturnType<typeof aProduct>>,
  ) {
    const elsewhere = await aMarket(db)
    await db.insert(favorites).values({ customerId: userId, marketId: elsewhere.id })
    await db.insert(openingAlerts).values({ customerId: userId, marketId: elsewhere.id })
    const their = await aProduct(db, elsewhere)
    const actor = { role: "customer" as const, userId }
    const bought = await anOrder(db, {
      customer: { userId, email, actor },
      market: elsewhere,
      product: their,
      fulfilment: "delivery",
    })
    const photoId = await storeImage("deliveries", userId)
    await db.update(orders).set({ status: "delivered" }).where(eq(orders.id, bought.id))
    const address = {
      firstName: "Zebulon",
      lastName: "Quackenbush",
      address: "77 Xylophone Way",
      phone: "917-555-0199",
      email,
    }
    await db
      .update(deliveries)
      .set({ ...address, instructions: "Whistle twice", photoId, deliveredAt: new Date() })
      .where(eq(deliveries.orderId, bought.id))
    const place = { addressOne: "", city: "New York", state: "NY" as const, zip: "10001" }
    const shipTo = { ...address, ...place, instructions: "Whistle twice" }
    await db.update(checkouts).set({ shipTo, billing: shipTo }).where(eq(checkouts.id, bought.checkoutId))
    const note = "Zucchini please"
    const phone = "917-555-0188"
    await db.update(orders).set({ note, phone }).where(eq(orders.id, bought.id))
    const noMoney = {
      itemsCents: cents(0),
      taxCents: cents(0),
      deliveryCents: cents(0),
      deliveryTaxCents: cents(0),
    }
    await db
      .insert(checkoutMarkets)
      .values({ ...noMoney, checkoutId: bought.checkoutId, marketId: elsewhere.id, note, phone })
    const customer = await aCustomer(db)
    const sold = await anOrder(db, { customer, market: own, product })
    await db.update(orders).set({ status: "picked up", note: BUYERS_NOTE }).where(eq(orders.id, sold.id))
    await db
      .insert(replacementOffers)
      .values([
        await anOffer(db, { order: bought, product: their }),
        await anOffer(db, { order: sold, product }),
      ])
    await payOut(userId, sold)
    await haveMoved(actor, { orders: [bought, sold], checkoutId: bought.checkoutId })
    const shopper = ctxFor(database, actor, { ports }) as never
    const { lineId } = await addToCart(shopper, { productId: their.id, size: "", quantity: 1 })
    await saveForLater(shopper, { lineId })
    await addToCart(shopper, { productId: their.id, size: "", quantity: 1 })
    await setCart(shopper, { notes: { [elsewhere.id]: note }, phone })
    await db.update(carts).set({ shipTo }).where(eq(carts.customerId, userId))
    await refundPart(bought)
    await db
      .insert(notifications)
      .values({ userId, role: "customer", orderId: bought.id, message: "Zebulon, it is here." })
    return { ...bought, photoId }
  }

  /** Records the moves of these orders and their checkout, made by this person. */
  async function haveMoved(
    actor: { role: "customer"; userId: string },
    moved: { orders: readonly { id: string }[]; checkoutId: string },
  ) {
    const ctx = ctxFor(database, actor)
    const orders = moved.orders.map(({ id }) => ({ id, move: "place", from: null, to: null }))
    const started = { id: moved.checkoutId, move: "start", from: null, to: "open" }
    await database.db.transaction(async (tx) => {
      await recordMoves(ctx, tx, "order", orders)
      await recordMoves(ctx, tx, "checkout", [started])
    })
  }

  /** Refunds a part, as an admin, with a reason that names the buyer; the refund has reached the bank. */
  async function refundPart({ id: orderId }: { id: string }) {
    const { db } = database
    const admin = ctxFor(database, (await anAdmin(db)).actor, { ports })
    const { refundId } = await refundOrder(admin, {
      orderId,
      lines: [],
      feeCents: cents(100),
      tipCents: cents(0),
      amountCents: cents(0),
      reason: "late",
      sentence: "Zebulon waited for hours.",
      bearer: "platform",
    })
    await db.update(refunds).set({ status: "done", doneAt: new Date() }).where(eq(refunds.id, refundId))
  }

  /** Transfers an order's earnings to the seller's account and pays them out to the bank. */
  async function payOut(userId: string, order: Awaited<ReturnType<typeof anOrder>>) {
    const { db } = database
    const amountCents = earnedBy(order)
    const seller = { party: "seller" as const, userId }
    const past = new Date(Date.now() - 60_000)
    await db
      .insert(transfers)
      .values({ ...seller, orderId: order.id, amountCents, status: "sent", dueAt: past, availableAt: past })
    const [payout] = await db
      .insert(payouts)
      .values({ userId, role: "seller", amountCents, status: "paid" })
      .returning()
    const payoutId = payout!.id
    await database.db.transaction((tx) =>
      recordMoves(systemCtx(database), tx, "payout", [
        { id: payoutId, move: "pay", from: "sent", to: "paid" },
      ]),
    )
    await db.insert(ledgerEntries).values({
      ...seller,
      payoutId,
      kind: "payout",
      amountCents: cents(-amountCents),
      reference: `payout:${payoutId}`,
    })
  }

  return { database, sent, cancelled, noted, forgotten, ports, system, as, aFullLife, payOut }
}
