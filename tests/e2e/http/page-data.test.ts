import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { UNSAFE_decodeViaTurboStream } from "react-router"
import { beforeAll, describe, expect, it } from "vitest"
import routes from "#app/routes.ts"
import { STAGES } from "#core/orders/seller-stages.ts"
import { fieldsOf, keepFound } from "#tests/support/allowed-fields.ts"
import { aShopper, proceed } from "#tests/support/checkout-pages.ts"
import { useServer } from "#tests/support/server.ts"
import { givePassword } from "#tests/support/sign-in.ts"
import { createNormalizer } from "../../baseline/normalize.ts"
import { PATHS } from "../../baseline/page-paths.ts"
import { type WorldBuilder, worldBuilder } from "../../baseline/page-world.ts"
import { aPageWorld, type PageWorld } from "../../baseline/pages-of-people.ts"
import { pauseWebhooks } from "../../baseline/sandbox.ts"
import { aVisitor, RECORDED_SERVER, type Visitor } from "../../baseline/visitor.ts"
import { STATE_PATHS, VISITS } from "../../baseline/visits.ts"

const LIST = "tests/e2e/http/page-fields.txt"
/** Each role goes through a whole shop with people in every state. */
const TIME = 180_000

/** Pages for everyone who is signed in. */
const SIGNED_IN = ["/account", "/api-tokens", "/account/delete"]

/** Their texts depend on the time of day, so the baseline records them without orders. */
const TIMED_PAGES = [
  "/pick-list",
  "/packing-slips",
  "/labels",
  ...STAGES.map((stage) => `/market-today?stage=${stage}`),
]

describe("the data that pages send", { tags: ["PRIV-10"] }, () => {
  const server = useServer(RECORDED_SERVER)
  let build: WorldBuilder
  let world: PageWorld
  /** The fields of each page by its reader: "customer /order". */
  const found = new Map<string, Set<string>>()

  beforeAll(async () => {
    build = worldBuilder(server, createNormalizer({ [server.url]: "site" }))
    await pauseWebhooks(server)
    world = await aPageWorld(build)
    await giveEverythingAPast(build, world)
  }, TIME)

  /** A customer who is about to pay for a delivery. */
  async function aBuyer(): Promise<Visitor> {
    const { shopper, customer } = await aShopper(server, [{ productId: world.products.apples, quantity: 1 }])
    await proceed(shopper, "Delivery")
    await givePassword(server.database.db, customer.userId)
    return build.signedIn("customer", customer)
  }

  async function read(reader: string, visitor: Visitor, paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const { pathname } = new URL(path, server.url)
      for (const [route, data] of await dataOf(visitor, path))
        note(route === "root" ? `${reader} every page` : `${reader} ${pathname}`, data)
    }
  }

  function note(page: string, data: unknown): void {
    const fields = found.get(page) ?? new Set()
    for (const field of fieldsOf(data)) fields.add(field)
    found.set(page, fields)
  }

  it.each(["customer", "seller", "deliverer", "admin"] as const)(
    "to a %s holds the listed fields alone",
    async (role) => {
      await read(role, await build.signedIn(role, world.fresh[role]), SIGNED_IN)
      const typical = await build.signedIn(role, world.typical[role])
      await read(role, typical, Object.values(VISITS[role](world)).flat())
      if (role === "customer") await read(role, await aBuyer(), ["/shopping-cart", "/ship-to", "/pay"])
      if (role === "seller") await read(role, typical, TIMED_PAGES)
      if (role === "seller" || role === "deliverer")
        for (const person of Object.values(world.states[role]))
          await read(role, await build.signedIn(role, person), STATE_PATHS[role])
      if (role === "deliverer")
        for (const courier of Object.values(world.couriers))
          await read(role, await build.signedIn(role, courier), PATHS.deliverer)
      if (role === "admin") await read(role, typical, ["/ops"])
      expectListed(role)
    },
    TIME,
  )

  it(
    "to nobody holds the listed fields alone",
    async () => {
      for (const path of PATHS.public) await read("nobody", aVisitor(server.url), [path])
      expectListed("nobody")
    },
    TIME,
  )

  it("was read of every page that has data", async () => {
    const listed = [...blocksOf(readFileSync(LIST, "utf8")).keys()].map((page) => page.split(" ")[1])
    const pages = pagesOf((await routes) as RouteConfigEntry[])
    expect(pages.filter((path) => !listed.includes(path))).toEqual(WITHOUT_DATA)
  })

  /** A listed field that was not found is not an error, because some fields depend on the time of day. */
  function expectListed(reader: string): void {
    const allowed = blocksOf(readFileSync(LIST, "utf8"))
    const all = [...found].sort(([one], [other]) => (one < other ? -1 : 1))
    const now = keepFound(
      LIST,
      all.map(([page, fields]) => [page, ...[...fields].sort()].join("\n  ")).join("\n\n"),
    )
    const beyond = all
      .filter(([page]) => page.startsWith(`${reader} `))
      .flatMap(([page, fields]) =>
        [...fields].filter((field) => !allowed.get(page)?.has(field)).map((field) => `${page}: ${field}`),
      )
    expect(
      beyond,
      `These fields are not in ${LIST}. If the page shows them to its reader, write them there (${now} has what was found); else let the loader leave them.`,
    ).toEqual([])
  }
})

/** Fills the lists of the pages: an empty list does not show which fields it would send. */
async function giveEverythingAPast({ query }: WorldBuilder, { typical, rosa }: PageWorld): Promise<void> {
  await query("update orders set note = 'Ripe ones, please', replacement = 'refund'")
  await query(
    `insert into refunds (checkout_id, order_id, amount_cents, items_cents, reason, source, made_by, status, failures)
     select checkout_id, id, 100, 100, 'Arrived too late.', 'order', $1, 'failed', 1 from orders`,
    [typical.admin.userId],
  )
  await query(
    `insert into refund_lines (refund_id, order_line_id, quantity, amount_cents, tax_cents)
     select r.id, l.id, 1, 100, 0 from refunds r join order_lines l on l.order_id = r.order_id`,
  )
  await query(
    `insert into replacement_offers (order_id, line_id, missing_quantity, missing_items_cents, missing_tax_cents, product_id,
       variant_id, quantity, unit_price_cents, tax_cents, category, section, product_name, size, offered_at, expires_at)
     select order_id, id, 1, unit_price_cents, 0, product_id, variant_id, 1, 100, 0, category, section, 'Pears', '', now(),
       now() + interval '10 minutes' from order_lines`,
  )
  await query(
    "update deliveries set picked_up_at = now() - interval '4 hours' where picked_up_at is not null and delivered_at is null",
  )
  await query("update deliverers set lat = 40.7506, lng = -73.9972")
  await query(
    `insert into addresses (customer_id, first_name, last_name, address, city, state, zip, phone, instructions)
     values ($1, 'Rosa', 'Parks', '1 Main St', 'New York', 'NY', '10001', '212-555-0134', 'Ring twice')`,
    [rosa.userId],
  )
  await query(
    `insert into notifications (user_id, role, message)
     select user_id, role, 'Something happened.' from memberships where role <> 'admin'`,
  )
  await query(
    `insert into passkeys (user_id, name, credential_id, public_key, counter)
     select id, 'A phone', id::text, 'AA', 0 from users`,
  )
  await query(
    `insert into push_subscriptions (user_id, role, device_id, user_agent, endpoint, p256dh, auth, seen_at)
     select user_id, role, gen_random_uuid()::text, 'An iPhone', 'https://push.test/' || gen_random_uuid(), 'A', 'A', now()
     from memberships`,
  )
  await query(
    `insert into payouts (user_id, role, amount_cents, status, failure)
     select user_id, role, 100, 'failed', 'no_account' from memberships where role in ('seller', 'deliverer')`,
  )
  await query(
    `insert into market_changes (market_id, kind, wanted)
     select id, 'name', '{"name": "Another Row"}' from markets`,
  )
  await query(
    `insert into audit_log (actor_id, actor_role, action, subject_type, subject_id, details)
     select $1, 'admin', role || '.denied', role, user_id::text, '{"reason": "The photo is blurred."}'
     from memberships where role in ('seller', 'deliverer')`,
    [typical.admin.userId],
  )
  await query(
    `insert into images (container, name, content_type, status, delete_after)
     values ('identity', 'a-document', 'image/jpeg', 'ready', now() + interval '1 day')`,
  )
  const document = "(select id from images where name = 'a-document')"
  await query(`update markets set certificate_id = ${document}`)
  await query(`update deliverers set photo_id = ${document}`)
}

/** Routes that send no data or only redirect, and / which is the page of /home. */
const WITHOUT_DATA = [
  "/",
  "/see-order",
  "/about",
  "/faq",
  "/JesusSaves",
  "/goodbye",
  "/offline",
  "/requirement",
  "/thankyou",
  "/requirement-express",
  "/thank-you",
  "/dev/ui",
  "/*",
]

function blocksOf(list: string): Map<string, Set<string>> {
  const blocks = list.split("\n\n").map((block) => block.trim().split(/\n\s*/))
  return new Map(blocks.map(([page = "", ...fields]) => [page, new Set(fields)]))
}

/**
 * The data that each route of a page sends to the browser, read as React Router reads it; none for a redirect or an
 * error.
 */
async function dataOf(visitor: Visitor, path: string): Promise<[string, unknown][]> {
  const [pathname, search] = path.split("?")
  const { headers, text } = await visitor.get(
    `${pathname === "/" ? "/_root" : pathname}.data${search ? `?${search}` : ""}`,
  )
  if (!headers.get("content-type")?.startsWith("text/x-script")) return []
  const { value } = await UNSAFE_decodeViaTurboStream(new Response(text).body!, globalThis as never)
  const answers = (await value) as Record<string, { data?: unknown } | undefined>
  return Object.entries(answers).flatMap(([route, answer]) => (answer?.data ? [[route, answer.data]] : []))
}

/** The paths that render a page, without those that only respond to a call. */
function pagesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.children) return pagesOf(entry.children)
    return entry.file.endsWith(".tsx") ? [`/${entry.path ?? ""}`] : []
  })
}
