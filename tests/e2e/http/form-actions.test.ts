import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import routes from "#app/routes.ts"
import { makeLink } from "#core/identity/tokens.server.ts"
import {
  addresses,
  deliveries,
  emailChanges,
  marketChanges,
  notifications,
  orders,
  refunds,
  replacementOffers,
} from "#db/schema/index.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCustomerWith } from "#tests/support/factories/carts.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier } from "#tests/support/factories/people.ts"
import { anOffer } from "#tests/support/factories/replacements.ts"
import { formEntries, type HtmlPage } from "#tests/support/html-page.ts"
import { useServer } from "#tests/support/server.ts"
import type { Person } from "#tests/support/sessions.ts"
import { visitor } from "#tests/support/visitor.ts"

const server = useServer()
const db = () => server.database.db
/** A few hundred requests, on a machine that may be busy. */
const WALK_TIMEOUT_MS = 120_000

/** Routes whose action does one thing, regardless of which button sent the form. */
const ONE_THING = [
  "forgotpassword",
  "newpassword",
  "new-email",
  "unsubscribe",
  "terms",
  "logout",
  "registration-photo",
  "passkey-options",
  "view-product",
  "add-to-cart",
  "set-quantity",
  "pay",
  "pay/begin",
  "market-photo",
  "product-photo",
  "order-step",
  "register-stripe",
  "requirement",
  "register-subscription",
  "register-subscription/begin",
  "cancel-subscription",
  "apply-again",
  "payout",
  "push-subscription",
  "account/delete",
  "stripe",
  "requirement-express",
  "dev/ui",
]

type Attempt = {
  person?: Person
  /** The pages that have the route's forms; each form is submitted without the name of its action. */
  pages: string[]
  /** The minimum number of forms, so that an empty page does not pass. */
  forms: number
  /** Fields of forms that none of the pages shows at the moment. */
  fields?: Record<string, string>
  /** The response's status, 400 by default: a missing choice is an error of its field. */
  status?: number
}

const inRoute = (route: string, page: string) => {
  const [path = "", query] = page.split("?")
  return `/${path || route}${query ? `?${query}` : ""}`
}

/** One person of each role, with data that every form could change. */
async function people() {
  const market = await aMarket(db(), { stripeAccountId: "acct_forms" })
  const product = await aProduct(db(), market)
  const { customer } = await aCustomerWith(db(), [{ productId: product.id, quantity: 2 }])
  const sold = { customer, market, product }
  const [pickup, own, taken] = [
    await anOrder(db(), sold),
    await anOrder(db(), { ...sold, fulfilment: "delivery" }),
    await anOrder(db(), { ...sold, fulfilment: "delivery" }),
  ]
  const courier = await aCourier(db())
  await db().update(orders).set({ status: "taken" }).where(eq(orders.id, taken.id))
  const delivery = {
    hasDeliverer: false,
    courierId: courier.userId,
    offeredAt: new Date(),
    takenAt: new Date(),
  }
  await db().update(deliveries).set(delivery).where(eq(deliveries.orderId, taken.id))
  await db()
    .insert(marketChanges)
    .values({ marketId: market.id, kind: "name", wanted: { name: "Another Row" } })
  await db()
    .insert(replacementOffers)
    .values(await anOffer(db(), { order: own, product }))
  await db().insert(notifications).values({ userId: customer.userId, message: "Ready.", role: "customer" })
  await db().insert(addresses).values({
    customerId: customer.userId,
    label: "Home",
    firstName: "Rosa",
    lastName: "Parks",
    address: "1 Main St",
    city: "New York",
    state: "NY",
    zip: "10001",
    phone: "212-555-0134",
  })
  const all = { market, product, customer, pickup, own, taken, courier, admin: await anAdmin(db()) }
  return { ...all, emailChange: await anEmailChange(customer.userId) }
}

/** The token of the link that was sent to the old email. */
async function anEmailChange(userId: string): Promise<string> {
  const asked = {
    userId,
    role: "customer",
    email: "wanted@example.test",
    oldEmail: "old@example.test",
  } as const
  const [change] = await db().insert(emailChanges).values(asked).returning({ id: emailChanges.id })
  const owner = { userId, role: asked.role, changeId: change!.id }
  return new URL(await makeLink(db(), new Date(), "keep-email", owner), server.url).search
}

/** Every route with several actions. */
function attempts(all: Awaited<ReturnType<typeof people>>): Record<string, Attempt> {
  const { market, product, customer, pickup, own, taken, courier, admin, emailChange } = all
  const asSeller = { person: market.actor }
  const asAdmin = { person: admin.actor }
  const asCustomer = { person: customer.actor }
  const registers = { firstName: "Grace", lastName: "Hopper", email: "grace@example.test" }
  return {
    login: { pages: [""], forms: 2, fields: { email: customer.email, password: "Wrong#2026xx" } },
    market: { pages: ["", "?tab=register"], forms: 3, fields: registers },
    express: { pages: ["", "?tab=register"], forms: 3, fields: registers },
    admin: { pages: [""], forms: 2 },
    "email-confirmed": {
      pages: ["?user=customer", "?user=customer&id=x"],
      forms: 2,
      fields: { email: customer.email },
    },
    "email-change": { pages: [emailChange], forms: 1 },
    "this-device": { pages: ["", "?id=x"], forms: 2, fields: { email: admin.email } },
    "see-order": { ...asCustomer, pages: ["customer-dashboard"], forms: 1 },
    "shopping-cart": { ...asCustomer, pages: [""], forms: 2 },
    "ship-to": { ...asCustomer, pages: [""], forms: 2 },
    favorites: { ...asCustomer, pages: [], forms: 0, fields: { marketId: market.id }, status: 422 },
    "opening-alerts": { ...asCustomer, pages: [], forms: 0, fields: { marketId: market.id }, status: 422 },
    "my-market": {
      ...asSeller,
      pages: [
        "",
        ...["name", "story", "address", "phone", "website", "accepted", "wednesday", "new-day"].map(
          (row) => `?edit=${row}`,
        ),
        ...["pause", "preparation", "pickup", "delivery", "courier"].map((row) => `?edit=${row}`),
      ],
      forms: 14,
      fields: { kind: "name" },
    },
    updateCard: { ...asSeller, pages: [], forms: 0, fields: { token: "tok_visa" } },
    "add-product": {
      ...asSeller,
      pages: [""],
      forms: 1,
      fields: { category: "Fruits", price: "2.5", stock: "3" },
    },
    "edit-product": { ...asSeller, pages: [`?product=${product.id}`], forms: 2 },
    "new-orders": { ...asSeller, pages: [], forms: 0, fields: { orderIds: pickup.id } },
    "market-today": {
      ...asSeller,
      pages: ["?stage=pack", "?stage=ready"],
      forms: 1,
      fields: { orderId: pickup.id, orderIds: pickup.id, step: "setReady" },
    },
    marketOrders: { ...asSeller, pages: [""], forms: 1, fields: { orderId: pickup.id, status: "picked up" } },
    marketOrderDetails: {
      ...asSeller,
      pages: [`?OrderDetails=${pickup.id}`],
      forms: 0,
      fields: { orderId: pickup.id },
    },
    "order-seller": {
      ...asSeller,
      pages: [`?OrderID=${pickup.id}&dialog=cancel`, `?OrderID=${own.id}`],
      forms: 2,
      fields: { orderId: pickup.id, status: "picked up", reason: "Nobody came." },
    },
    "pick-list": { ...asSeller, pages: [""], forms: 2, fields: { lineIds: pickup.id } },
    order: { ...asCustomer, pages: [`?OrderID=${own.id}`], forms: 1 },
    "pack-order": {
      ...asSeller,
      pages: [`?OrderDetails=${pickup.id}`, `?OrderDetails=${own.id}`],
      forms: 7,
      fields: { orderId: pickup.id, bags: "1" },
    },
    "update-shipping": { ...asSeller, pages: [`?OrderDetails=${own.id}`], forms: 2 },
    account: { ...asCustomer, pages: ["", "?edit=name", "?edit=email", "?edit=phone"], forms: 5 },
    "api-tokens": { ...asSeller, pages: [""], forms: 1, fields: { name: "A script" } },
    deliveries: { person: courier.actor, pages: [""], forms: 1, fields: { deliveryId: taken.delivery!.id } },
    "seller-info": {
      ...asAdmin,
      pages: [`?seller=${market.sellerId}`],
      forms: 1,
      fields: { decision: "deny", reason: "No." },
    },
    "deliverer-info": { ...asAdmin, pages: [`?deliverer=${courier.userId}`], forms: 0, status: 422 },
    "admin-orders": {
      ...asAdmin,
      pages: [pickup, taken].map(({ number }) => `?order=${number}&dialog=cancel`),
      forms: 4,
      fields: { orderId: pickup.id, reason: "broken" },
    },
    ops: { ...asAdmin, pages: [""], forms: 0, fields: { queue: "mail" } },
  }
}

/** The content of every table that a form could change. */
async function everything(): Promise<Record<string, string>> {
  const { pool } = server.database
  const { rows } = await pool.query(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('sessions', 'zips', 'rate_limits', 'outbox')",
  )
  const digests = rows.map(async ({ name }: { name: string }) => {
    // In the meantime, workers look up a new market's account at Stripe.
    const row =
      name === "markets" ? "(one.id, one.name, one.address, one.phone, one.website, one.story)" : "one"
    const found = await pool.query(
      `select coalesce(md5(string_agg(${row}::text, '|' order by ${row}::text)), '') as md5 from "${name}" one`,
    )
    return [name, found.rows[0].md5] as const
  })
  return Object.fromEntries(await Promise.all(digests))
}

/** The fields of every form on a page that is sent to the route. */
const formsOf = (page: HtmlPage, route: string) =>
  [...page.document.forms]
    .filter((form) => form.getAttribute("method")?.toLowerCase() === "post")
    .filter((form) => (form.getAttribute("action") || page.path).split("?")[0] === `/${route}`)
    .map((form) => fieldsOf(form))

const fieldsOf = (form: HTMLFormElement) =>
  Object.fromEntries(
    formEntries(form, []).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  )

const actionsIn = (file: string) =>
  /^export (?:async )?(?:function|const) action\b/m.test(readFileSync(`app/${file}`, "utf8"))

describe("a form that comes without the name of its action, or with a name that nobody knows", () => {
  it("is rejected by every route that can do several things, and changes nothing", {
    tags: ["FORM-6"],
    timeout: WALK_TIMEOUT_MS,
  }, async () => {
    const all = attempts(await people())
    const table = ((await routes) as RouteConfigEntry[]).flatMap((entry) => entry.children ?? [entry])
    const withAction = table.filter(({ file }) => actionsIn(file)).map(({ path }) => path ?? "")
    expect(withAction.sort()).toEqual([...Object.keys(all), ...ONE_THING].sort())

    for (const [route, { person, pages, forms, fields, status = 400 }] of Object.entries(all)) {
      const someone = await visitor(server, person)
      const found: Record<string, string>[] = []
      for (const page of pages) {
        const opened = await someone.open(page.startsWith("?") || !page ? inRoute(route, page) : `/${page}`)
        expect([route, page, opened.status]).toEqual([route, page, 200])
        found.push(...formsOf(opened, route))
      }
      expect([route, found.length >= forms, found.length]).toEqual([route, true, found.length])
      const before = await everything()
      const path = inRoute(route, pages.find((page) => page.startsWith("?")) ?? "")
      // Merged, they have the fields that each of them needs.
      for (const sent of [...found, { ...Object.assign({}, ...found), ...fields }]) {
        const { intent: _, ...unnamed } = sent
        for (const form of [unnamed, { ...unnamed, intent: "nonsense" }]) {
          const answer = await someone.post(path, form)
          expect([route, form, answer.status]).toEqual([route, form, status])
        }
      }
      expect([route, await everything()]).toEqual([route, before])
    }
    expect(await db().select().from(refunds)).toEqual([])
  })
})
