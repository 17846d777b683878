import type { RouteConfigEntry } from "@react-router/dev/routes"
import { eq } from "drizzle-orm"
import type { Page } from "playwright"
import { beforeAll, expect, it } from "vitest"
import { BROKEN_WORDS } from "#app/error-words.ts"
import routes from "#app/routes.ts"
import { ZERO } from "#core/money.ts"
import { STAGES } from "#core/orders/seller-stages.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import {
  addresses,
  markets as allMarkets,
  apiTokens,
  auditLog,
  cartMarkets,
  deliveries,
  marketChanges,
  marketDates,
  orderLines,
  orders,
  passkeys,
} from "#db/schema/index.ts"
import { createNormalizer } from "#tests/baseline/normalize.ts"
import { PATHS } from "#tests/baseline/page-paths.ts"
import { worldBuilder } from "#tests/baseline/page-world.ts"
import { aPageWorld, type PageWorld } from "#tests/baseline/pages-of-people.ts"
import { NOBODYS, STATE_PATHS, VISITS } from "#tests/baseline/visits.ts"
import { useBrowser } from "#tests/support/browser.ts"
import { aShopper, proceed } from "#tests/support/checkout-pages.ts"
import { ctxFor } from "#tests/support/database.ts"
import { BAD_SSN, tokensFor } from "#tests/support/payout-accounts.ts"
import { useServer } from "#tests/support/server.ts"
import type { Person } from "#tests/support/sessions.ts"
import { signIn } from "#tests/support/sign-in.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { WIDE, widenTexts, wideParts } from "#tests/support/wide-texts.ts"
import { as } from "./translated-walk.ts"

/**
 * Every page of every role on the smallest phone, where every name, address, note, email and link that someone typed
 * has 80 characters without a space: nothing overflows the screen or its box, and no ordinary word is broken for it.
 */
const server = useServer()
const browser = useBrowser()
const TIMEOUT_MS = 300_000
let world: PageWorld
let payer: Person

/** The paths that rendered their own page, not a redirect or an error page. */
const seen = new Set<string>()
/** `/see-order` only has an action. */
const WITHOUT_A_PAGE = ["/see-order"]

beforeAll(async () => {
  world = await aPageWorld(worldBuilder(server, createNormalizer()))
  const { shopper, customer } = await aShopper(server, [{ productId: world.products.rice }])
  await proceed(shopper, "Delivery")
  payer = customer.actor
  await fillLives()
  await widenTexts(server.database.db)
}, 120_000)

it("keeps long texts on the smallest phone for somebody who is signed out", {
  tags: ["A11Y-103"],
  timeout: TIMEOUT_MS,
}, async () => {
  await expectNarrow(await aPhone(), undefined, [...PATHS.public, ...NOBODYS])
})

it("keeps long texts on the smallest phone for customers", {
  tags: ["A11Y-103"],
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await aPhone()
  const { products, typical } = world
  await expectNarrow(page, as("customer", typical.customer), [
    ...Object.values(VISITS.customer(world)).flat(),
    "/home?zip=10001&q=apples",
    `/market-info?market=${world.markets.full}&q=nothing`,
    `/view-product?product=${products.apples}&dialog=sign-in`,
    ...PATHS.customer,
    ...PATHS.members,
    "/api-tokens",
  ])
  await expectNarrow(page, payer, ["/shopping-cart", "/ship-to", "/pay"])
  expect(await page.getByRole("button", { name: "Pay Now" }).count()).toBe(1)
})

it("keeps long texts on the smallest phone for sellers", {
  tags: ["A11Y-103"],
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await aPhone()
  const { orders, products, states, typical } = world
  await expectNarrow(page, as("seller", typical.seller), [
    ...Object.values(VISITS.seller(world)).flat(),
    `/order-seller?OrderID=${orders.pending}&dialog=cancel`,
    `/edit-product?product=${products.apples}&dialog=delete`,
    ...STAGES.map((stage) => `/market-today?stage=${stage}`),
    "/market-today?q=nobody",
    "/pick-list",
    "/pick-list?view=order",
    "/packing-slips",
    "/labels",
    ...PATHS.members,
  ])
  for (const one of Object.values(states.seller))
    await expectNarrow(page, as("seller", one), STATE_PATHS.seller)
  await connectInVain(page, "/register-stripe", as("seller", states.seller["not connected"]))
  await expectNarrow(page, as("seller", states.seller["not connected"]), ["/requirement"])
})

it("keeps long texts on the smallest phone for couriers", {
  tags: ["A11Y-103"],
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await aPhone()
  const { couriers, states } = world
  const own = [...Object.values(VISITS.deliverer(world)).flat(), ...PATHS.deliverer, ...PATHS.members]
  await expectNarrow(page, as("deliverer", couriers.done), own)
  for (const one of [couriers.carries, couriers.takes, ...Object.values(states.deliverer)])
    await expectNarrow(page, as("deliverer", one), STATE_PATHS.deliverer)
  await connectInVain(page, "/stripe", as("deliverer", states.deliverer["not connected"]))
  await expectNarrow(page, as("deliverer", states.deliverer["not connected"]), ["/requirement-express"])
})

it("keeps long texts on the smallest phone for admins", {
  tags: ["A11Y-103"],
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await aPhone()
  const decide = [
    `/seller-info?seller=${world.typical.seller.sellerId}`,
    `/seller-info?seller=${world.applicants.sellers[2]}&dialog=deny`,
    `/deliverer-info?deliverer=${world.applicants.couriers[1]}&dialog=deny`,
  ]
  const review = `/admin-orders?order=200001&review=yes&orderId=${world.orders.pending}&amount=1&reason=late&bearer=seller`
  const visits = Object.values(VISITS.admin(world)).flat()
  await expectNarrow(page, as("admin", world.typical.admin), [...visits, ...decide, review, "/ops"])
})

it("has seen every page", { tags: ["A11Y-103"] }, async () => {
  const pages = pagesOf((await routes) as RouteConfigEntry[])
  expect(pages.filter((path) => !seen.has(path) && !WITHOUT_A_PAGE.includes(path))).toEqual([])
})

/**
 * Adds data that the people of the recorded pages lack: saved addresses, tokens, passkeys, notes, days off and refunds.
 */
async function fillLives(): Promise<void> {
  const { db } = server.database
  const { typical, markets, orders: made } = world
  const { admin, customer, seller } = typical
  const { userId } = customer
  const there = {
    address: "1 Main St",
    city: "New York",
    state: "NY",
    zip: "10001",
    phone: "2125550134",
  } as const
  for (const customerId of [userId, payer.userId]) {
    const home = { customerId, firstName: "Rosa", lastName: "Parks", label: "Home", ...there }
    await db
      .insert(addresses)
      .values({ ...home, instructions: "Ring twice.", isFirstChoice: customerId !== payer.userId })
  }
  await db.insert(apiTokens).values({ userId, role: "customer", name: "Script", tokenHash: "none" })
  const key = { credentialId: "none", publicKey: "none", counter: 0 }
  await db.insert(passkeys).values({ userId, name: "Phone", ...key })
  await db.insert(cartMarkets).values({ customerId: userId, marketId: markets.full, note: "Ripe ones." })
  await db.insert(marketDates).values({ marketId: markets.full, date: "2099-11-26", spans: [], note: "Fair" })
  await db.update(orders).set({ note: "Ripe ones." })
  await db.update(deliveries).set({ instructions: "Ring twice." })
  await db.update(allMarkets).set({ story: "Since 1911.", productDescription: "Fruit" })
  await db.insert(marketChanges).values([
    { marketId: markets.full, kind: "name", wanted: { name: WIDE } },
    {
      marketId: markets.full,
      kind: "address",
      wanted: { address: WIDE, city: "New York", state: "NY", zip: "10001" },
    },
    {
      marketId: markets.full,
      kind: "name",
      wanted: { name: WIDE },
      decision: "denied",
      reason: "No.",
      decidedAt: new Date(),
    },
  ])
  const about = {
    actorId: admin.actor.userId,
    actorRole: "admin",
    subjectType: "seller",
    subjectId: seller.sellerId,
  }
  await db.insert(auditLog).values({ ...about, action: "seller.denied", details: { reason: WIDE } })
  const [line] = await db.select().from(orderLines).where(eq(orderLines.orderId, made.shipped))
  await refundOrder(ctxFor(server.database, admin.actor), {
    orderId: made.shipped,
    lines: [{ lineId: line!.id, quantity: 1 }],
    feeCents: ZERO,
    tipCents: ZERO,
    amountCents: ZERO,
    reason: "broken",
    sentence: "The box was wet.",
    bearer: "seller",
  })
}

async function aPhone(): Promise<Page> {
  // The products have image names, but no files; some pages show errors.
  browser.expectProblem(/./)
  return browser.visit(server.url, { context: { viewport: { width: 320, height: 640 } } })
}

/** Opens each URL as this person. */
async function expectNarrow(page: Page, person: Person | undefined, addresses: Iterable<string>) {
  await page.context().clearCookies()
  if (person) await signIn(page, server, person)
  const faults: string[] = []
  for (const address of new Set(addresses)) {
    const response = await page.goto(address)
    if (!/html/.test(response?.headers()["content-type"] ?? "")) continue
    const path = new URL(address, server.url).pathname
    const title = await page.evaluate(() => document.querySelector("h1")?.textContent)
    if (response?.ok() && new URL(page.url()).pathname === path && title !== BROKEN_WORDS.title)
      seen.add(path)
    faults.push(...(await wideParts(page)).map((fault) => `${address}: ${fault}`))
  }
  expect(faults).toEqual([])
}

/** Connects with Stripe, which then requires more. */
async function connectInVain(page: Page, address: string, person: Person): Promise<void> {
  await signIn(page, server, person)
  const tokens = await tokensFor(sandboxOf(server), { ssn: BAD_SSN })
  const form = { ...tokens, productDescription: "Vegetables", schedule: "weekly", agree: "on" }
  const answer = await page.request.post(address, { form, headers: { Origin: server.url } })
  expect(answer.url()).toMatch(/thank-?you$/)
}

const pagesOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ children, path = "", file }) => {
    if (children) return pagesOf(children)
    return file.endsWith(".tsx") && path !== "*" ? [`/${path}`] : []
  })
