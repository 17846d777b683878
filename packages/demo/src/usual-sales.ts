import { and, asc, eq, gt, isNull } from "drizzle-orm"
import { saveAddress } from "../../../core/addresses/save-address.server.ts"
import type { AddToCartInput } from "../../../core/cart/cart.ts"
import type { CustomerContext } from "../../../core/context.ts"
import { HOUR_MS } from "../../../core/durations.ts"
import { DEMO_LOGINS } from "../../../core/identity/demo-logins.ts"
import { markets, products, variants } from "../../../db/schema/index.ts"
import { ORDER_PLANS } from "./order-plans.ts"
import { type Demo, findSeller, placedAt, type Sale } from "./sale.ts"

/** Hours from now to the window that an order is wanted in. */
const HOURS_UNTIL = { next: 0.5, tomorrow: 20 } as const
const HOME = {
  firstName: "Nora",
  lastName: "Field",
  address: "460 W 24th St",
  addressOne: "Apt 5B",
  city: "New York",
  state: "NY" as const,
  zip: "10011",
}
const PHONE = "212-555-0199"

/** Orders in every status at the demo seller's market, as its plans say. */
export async function usualSales(demo: Demo): Promise<Sale[]> {
  const { idOf, contextFor, now } = demo
  const { seller, calendar } = await findSeller(demo, DEMO_LOGINS.seller)
  const onSale = await productsOnSale(demo, seller.marketId)
  const elsewhere = await productsOnSale(demo, await marketNamed(demo, "Union Square Greens"))
  const home = await saveAddresses(contextFor({ role: "customer", userId: idOf(DEMO_LOGINS.customer) }))
  return ORDER_PLANS.map((plan) => ({
    ...plan,
    customerId: idOf(plan.customer),
    seller,
    placedAt: placedAt(plan, calendar, now),
    items: plan.products.map((number) => itemOf(onSale, number)),
    ...(plan.isMixed ? { pickedUpElsewhere: [itemOf(elsewhere, 0), itemOf(elsewhere, 1)] } : {}),
    addressId: plan.fulfilment === "delivery" ? home : null,
    windowFrom: plan.wanted ? new Date(now.getTime() + HOURS_UNTIL[plan.wanted] * HOUR_MS) : null,
    asked: plan.asked ?? {},
    billing: HOME,
  }))
}

type OnSale = Pick<AddToCartInput, "productId" | "size">

/** Products are sorted by category, so taking every third one gives a cart with several categories. */
function itemOf(onSale: readonly OnSale[], number: number): AddToCartInput {
  const product = onSale[(number * 3) % onSale.length]
  if (!product) throw new Error("The demo's seller has nothing to sell")
  return { ...product, quantity: 1 + (number % 3) }
}

/** Saves a home address, with instructions for the courier at the door, and a work address; returns home's id. */
async function saveAddresses(ctx: CustomerContext): Promise<string> {
  const place = { ...HOME, phone: PHONE, isFirstChoice: false }
  const home = await saveAddress(ctx, {
    ...place,
    label: "Home",
    instructions: "Gate code 4821. Leave it at the door, the dog is friendly.",
  })
  const work = { label: "Work", address: "45 W 34th St", addressOne: "Floor 9", zip: "10001" }
  await saveAddress(ctx, { ...place, ...work, instructions: null })
  return home.addressId
}

async function marketNamed({ contextFor }: Demo, name: string): Promise<string> {
  const { db } = contextFor({ role: "system" })
  const [market] = await db.select({ id: markets.id }).from(markets).where(eq(markets.name, name))
  if (!market) throw new Error(`The demo has no market ${name}`)
  return market.id
}

/** The market's products with enough stock, one size of each. */
const productsOnSale = ({ contextFor }: Demo, marketId: string): Promise<OnSale[]> =>
  contextFor({ role: "system" })
    .db.selectDistinctOn([products.id], { productId: products.id, size: variants.size })
    .from(products)
    .innerJoin(variants, and(eq(variants.productId, products.id), gt(variants.stock, 6)))
    .where(and(eq(products.marketId, marketId), isNull(products.retiredAt)))
    .orderBy(asc(products.id), asc(variants.position))
