import type { Things } from "#tests/contract/api/world.ts"
import type { TestServer } from "../support/server.ts"
import type { Callers } from "./api-refusals.ts"
import type { Normalizer } from "./normalize.ts"
import type { Role, WorldBuilder } from "./page-world.ts"
import { aVisitor } from "./visitor.ts"

/** People with their own data, strangers with theirs, and people without access to anything. */
export async function apiCallers(
  server: TestServer,
  build: WorldBuilder,
  normalizer: Normalizer,
): Promise<Callers> {
  const mine = await someone(build, "")
  const strangers = await someone(build, "Stranger ")
  const admin = await build.admin("Ines Admin")
  const unready = {
    customer: await build.customer("Unready"),
    seller: await build.market("Unready Market", {
      approval: "waiting",
      onboarded: null,
      subscription: "none",
    }),
    deliverer: await build.courier("Unready Courier", { approval: "waiting", onboarded: null as never }),
    admin,
  }
  const nobodys = Object.fromEntries(
    Object.keys(mine.things).map((thing, index) => [
      thing,
      `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
    ]),
  )
  for (const [thing, id] of Object.entries(nobodys)) normalizer.name(id, `no ${thing}`)
  return {
    nobody: () => aVisitor(server.url),
    people: await signedInAll(build, { ...mine.people, admin }),
    unready: await signedInAll(build, unready),
    own: mine.things,
    strangers: strangers.things,
    nobodys,
  }
}

async function signedInAll(build: WorldBuilder, people: Record<Role, { userId: string }>) {
  const visitors: Partial<Callers["people"]> = {}
  for (const [role, person] of Object.entries(people))
    visitors[role as Role] = await build.signedIn(role as Role, person)
  return visitors as Callers["people"]
}

async function someone(build: WorldBuilder, prefix: string) {
  const customer = await build.customer(`${prefix}Carla`)
  const market = await build.market(`${prefix}Mia Market`)
  const courier = await build.courier(`${prefix}Carl`)
  const product = await build.product(market, `${prefix}Parsnips`)
  const order = await build.order(
    `${prefix}delivery order`,
    { customer, market, product },
    { fulfilment: "delivery" },
  )
  await build.cart(customer, [[product, "", 1]])
  const { rows } = await build.query("select id from cart_lines where customer_id = $1", [customer.userId])
  const things: Things = {
    order: order.id,
    product: product.id,
    cartLine: rows[0].id,
    delivery: order.deliveryId,
    notification: await build.notification(customer.userId, "customer", order.id, `${prefix}New order`),
    market: market.id,
    seller: market.sellerId,
    deliverer: courier.userId,
    checkout: order.checkoutId,
  }
  await build.notification(market.sellerId, "seller", order.id, `${prefix}Sold`)
  return { people: { customer, seller: { userId: market.sellerId }, deliverer: courier }, things }
}
