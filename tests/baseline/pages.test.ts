import type { RouteConfigEntry } from "@react-router/dev/routes"
import { beforeAll, describe, expect, it } from "vitest"
import routes from "#app/routes.ts"
import { useServer } from "../support/server.ts"
import { createNormalizer, type Normalizer } from "./normalize.ts"
import {
  adminsForms,
  applicantsForms,
  couriersForms,
  customersForms,
  nobodysForms,
  sellersForms,
} from "./page-forms.ts"
import { ALL_PATHS, PATHS } from "./page-paths.ts"
import { pageRecorder } from "./page-recorder.ts"
import { type Role, type WorldBuilder, worldBuilder } from "./page-world.ts"
import { aPageWorld, type PageWorld } from "./pages-of-people.ts"
import { recordedText } from "./recorded-text.ts"
import { recordingsOf } from "./recordings.ts"
import { pauseWebhooks } from "./sandbox.ts"
import { aVisitor, RECORDED_SERVER } from "./visitor.ts"

describe("pages", () => {
  const server = useServer(RECORDED_SERVER)
  const recordings = recordingsOf("pages")
  let normalizer: Normalizer
  let build: WorldBuilder
  let world: PageWorld

  beforeAll(async () => {
    normalizer = createNormalizer({ [server.url]: "site" })
    build = worldBuilder(server, normalizer)
    await pauseWebhooks(server)
    world = await aPageWorld(build)
  })

  const compare = (name: string, recorder: ReturnType<typeof pageRecorder>) =>
    recordings.compare(name, recordedText(recorder.entries, normalizer))

  it("are all in the list of those that are recorded", async () => {
    const listed = ALL_PATHS.map((path) => path.replace(/[\da-f-]{36}/, ":id"))
    expect(pathsOf((await routes) as RouteConfigEntry[]).filter((path) => !listed.includes(path))).toEqual([
      "/*",
    ])
  })

  it("for nobody", async () => {
    const recorder = pageRecorder()
    const visitor = () => aVisitor(server.url)
    for (const path of [...ALL_PATHS, ...NOBODYS]) await recorder.visit(visitor(), [path])
    await compare("nobody", recorder)
  })

  it.each(["customer", "seller", "deliverer", "admin"] as const)(
    "for a new %s, of every role",
    async (role) => {
      const recorder = pageRecorder()
      const visitor = await build.signedIn(role, world.fresh[role])
      await recorder.visit(
        visitor,
        ALL_PATHS.filter((path) => !SAME_FOR_ALL.includes(path)),
      )
      await compare(`${role}-new`, recorder)
    },
  )

  it.each(Object.keys(VISITS) as Role[])("for a typical %s", async (role) => {
    const visitor = await build.signedIn(role, world.typical[role])
    for (const [name, paths] of Object.entries(VISITS[role](world))) {
      const recorder = pageRecorder()
      await recorder.visit(visitor, paths)
      await compare(`${role}-${name}`, recorder)
    }
  })

  it("of sellers and couriers in every state of section 4", async () => {
    for (const role of ["seller", "deliverer"] as const) {
      const recorder = pageRecorder()
      for (const [state, person] of Object.entries(world.states[role])) {
        const visitor = await build.signedIn(role, person)
        await recorder.visit(visitor, STATE_PATHS[role], `${state}: `)
      }
      await compare(`${role}-states`, recorder)
    }
  })

  // At the end: forms change what there is.
  it.each(Object.keys(FORMS))("that answer %s", async (name) => {
    const recorder = await FORMS[name]?.({ build, server, normalizer })
    await compare(`forms-${name}`, recorder ?? pageRecorder())
  })

  recordings.done()
})

const FORMS = {
  nobody: nobodysForms,
  applicants: applicantsForms,
  customer: customersForms,
  seller: sellersForms,
  deliverer: couriersForms,
  admin: adminsForms,
} as Record<string, typeof nobodysForms>

/** The same text for everybody is recorded for nobody alone. */
const SAME_FOR_ALL = ["/faq", "/terms", "/JesusSaves", "/dev/ui", "/goodbye"]

const UNKNOWN = "0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f"

const NOBODYS = [
  "/?zip=10001",
  "/home?zip=10001",
  "/home?zip=96799",
  "/home?zip=123",
  "/home?zip=abcde",
  "/home?page=2",
  "/home?page=99",
  "/home?page=x",
  "/home?near=40.75,-73.99",
  "/home?near=21.3,-157.8",
  "/home?near=nonsense",
  "/login?tab=register",
  "/market?tab=register",
  "/market?tab=register&step=3",
  "/express?tab=register",
  "/forgotpassword?page=login",
  "/forgotpassword?page=market",
  "/forgotpassword?page=express",
  "/newpassword?user=customer&id=no-token",
  "/newpassword?user=market&id=no-token",
  "/newpassword?user=express&id=no-token",
  "/email-confirmed?user=customer&id=no-token",
  "/email-confirmed?user=market",
  "/email-confirmed?user=express",
  "/dev/ui?broken",
  "/nothing-here",
  "/nothing/here/either",
  "/home/",
  "/ABOUT",
  "/ops/queues",
  "/api/nothing",
  "/api/v1/nothing",
]

const VISITS: Record<Role, (world: PageWorld) => Record<string, string[]>> = {
  customer: ({ markets, products, orders, strangersOrder }) => ({
    shopping: [
      ...PATHS.public.slice(0, 4),
      "/home?zip=10001",
      `/market-info?market=${markets.full}`,
      "/market-info",
      `/market-info?market=${markets.full}&page=2`,
      `/market-info?market=${markets.full}&page=9`,
      `/market-info?market=${markets.full}&category=Clothing`,
      `/market-info?market=${markets.full}&category=Meat`,
      `/market-info?market=${markets.full}&category=nonsense`,
      `/market-info?market=${markets.empty}`,
      `/market-info?market=${markets.closed}`,
      `/market-info?market=${UNKNOWN}`,
      "/market-info?market=no-id",
      ...Object.values(products).map((product) => `/view-product?product=${product}`),
      `/view-product?product=${products.shirt}&size=M`,
      `/view-product?product=${products.shirt}&size=L`,
      `/view-product?product=${products.shirt}&size=nonsense`,
      `/view-product?product=${products.apples}&image=2`,
      "/view-product",
      `/view-product?product=${UNKNOWN}`,
      "/view-product?product=no-id",
      "/shopping-cart",
      "/ship-to",
      "/pay",
      "/pay/return?checkout=no-id",
      `/pay/return?checkout=${UNKNOWN}`,
    ],
    orders: [
      "/customer-dashboard",
      "/customer-orders",
      ...Object.values(orders).flatMap((order) => [
        `/order-details?OrderDetails=${order}`,
        `/order?OrderID=${order}`,
        `/update-shipping?OrderDetails=${order}`,
      ]),
      `/update-shipping?OrderDetails=${orders.shipped}&title=1`,
      ...[strangersOrder, UNKNOWN, "no-id"].flatMap((order) => [
        `/order-details?OrderDetails=${order}`,
        `/order?OrderID=${order}`,
        `/update-shipping?OrderDetails=${order}`,
      ]),
      `/thanks-for-shopping?order=${orders.pending}`,
      `/thanks-for-shopping?order=${UNKNOWN}`,
    ],
  }),
  seller: ({ products, orders, strangersOrder, strangersProduct }) => ({
    products: [
      "/market-dashboard",
      "/all-my-products",
      "/all-my-products?page=2",
      "/all-my-products?page=9",
      "/all-my-products?category=Clothing",
      "/all-my-products?category=nonsense",
      "/add-product",
      "/add-product?step=4",
      ...Object.values(products).map((product) => `/edit-product?product=${product}`),
      `/edit-product?product=${products.shirt}&size=M`,
      `/edit-product?product=${products.apples}&image=2`,
      "/edit-product",
      `/edit-product?product=${strangersProduct}`,
      `/edit-product?product=${UNKNOWN}`,
      "/payout?Balance=12.34",
      "/payout",
      "/register-stripe",
      "/requirement",
      "/thankyou",
      "/register-subscription",
      "/register-subscription/return?page=nothing",
      "/updateCard",
      "/updateCard/return?page=nothing",
      "/cancel-subscription",
    ],
    orders: [
      "/marketOrders",
      ...Object.values(orders).flatMap((order) => [
        `/marketOrderDetails?OrderDetails=${order}`,
        `/order-seller?OrderID=${order}`,
        `/update-shipping?OrderDetails=${order}`,
      ]),
      `/update-shipping?OrderDetails=${orders.shipped}&title=1`,
      ...[strangersOrder, UNKNOWN, "no-id"].flatMap((order) => [
        `/marketOrderDetails?OrderDetails=${order}`,
        `/order-seller?OrderID=${order}`,
        `/update-shipping?OrderDetails=${order}`,
      ]),
    ],
  }),
  deliverer: () => ({
    typical: ["/express-dashboard", "/deliveries", "/all-deliveries", "/payout", "/api-tokens", "/account"],
  }),
  admin: ({ applicants, orderNumbers, people }) => ({
    typical: [
      "/admin-dashboard",
      "/admin-dashboard?search=waiting",
      "/admin-dashboard?search=nobody-of-this-name",
      "/admin-dashboard?page=2",
      ...applicants.sellers.map((id) => `/seller-info?seller=${id}`),
      ...applicants.couriers.map((id) => `/deliverer-info?deliverer=${id}`),
      `/seller-info?seller=${people.customer}`,
      `/seller-info?seller=${UNKNOWN}`,
      "/deliverer-info?deliverer=no-id",
      "/admin-log",
      "/admin-log?page=9",
      "/admin-orders",
      ...orderNumbers.map((number) => `/admin-orders?order=${number}`),
      "/admin-orders?order=1",
      "/admin-orders?order=nonsense",
    ],
  }),
}

const STATE_PATHS = {
  seller: [
    "/market-dashboard",
    "/register-stripe",
    "/requirement",
    "/register-subscription",
    "/updateCard",
    "/cancel-subscription",
    "/add-product",
    "/all-my-products",
    "/payout",
    "/apply-again",
  ],
  deliverer: [
    "/express-dashboard",
    "/deliveries",
    "/stripe",
    "/requirement-express",
    "/payout",
    "/apply-again",
  ],
} as const

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => (entry.children ? pathsOf(entry.children) : [`/${entry.path ?? ""}`]))
}
