import { eq } from "drizzle-orm"
import type { Section } from "#core/catalog/sections.ts"
import { cents } from "#core/money.ts"
import type { Database } from "#db/client.ts"
import {
  images,
  marketCalendars,
  markets,
  memberships,
  productImages,
  products,
  users,
  variants,
} from "#db/schema/index.ts"
import { next } from "./people.ts"

type MarketFacts = Partial<typeof markets.$inferInsert>

/** A market that may sell (approved, onboarded, subscribed), by default in Manhattan. */
export async function aMarket(db: Database, facts: MarketFacts = {}) {
  const number = next()
  const [user] = await db
    .insert(users)
    .values({
      name: "Sam Seller",
      email: `seller-${number}-${crypto.randomUUID().slice(0, 8)}@example.test`,
      emailVerified: true,
    })
    .returning()
  await db.insert(memberships).values({ userId: user!.id, role: "seller" })
  const [market] = await db
    .insert(markets)
    .values({
      userId: user!.id,
      firstName: "Sam",
      lastName: "Seller",
      name: `Market ${number}`,
      address: "75 9th Ave",
      city: "New York",
      state: "NY",
      zip: "10001",
      phone: "212-555-0134",
      weekdayHours: "9am-5pm",
      saturdayHours: "9am-5pm",
      sundayHours: "Closed",
      timeZone: "America/New_York",
      lat: 40.7506,
      lng: -73.9972,
      positionSource: "zip",
      approval: "approved",
      onboarded: true,
      subscription: "active",
      ...facts,
    })
    .returning()
  const actor = { role: "seller" as const, userId: user!.id, marketId: market!.id }
  return { ...market!, sellerId: user!.id, actor }
}

type CalendarFacts = Partial<typeof marketCalendars.$inferInsert>

/** Gives a market a calendar, by default open day and night. */
export async function aCalendar(db: Database, market: { id: string }, facts: CalendarFacts = {}) {
  const week = Array.from({ length: 7 }, () => [{ opens: 0, closes: 24 * 60 }])
  const row = { marketId: market.id, week, ...facts }
  await db
    .insert(marketCalendars)
    .values(row)
    .onConflictDoUpdate({ target: marketCalendars.marketId, set: row })
}

type ProductFacts = Partial<Omit<typeof products.$inferInsert, "marketId" | "section">> & {
  /** Any text: tests may sell products for which there is no section. */
  section?: string
  priceCents?: number
  stock?: number
  /** Sizes with their stock, for Clothing and Shoes. */
  sizes?: Record<string, number>
}

/** A product, by default a vegetable at $4.00 with ten in stock. */
export async function aProduct(db: Database, market: { id: string }, facts: ProductFacts = {}) {
  const { priceCents = 400, stock = 10, sizes = { "": stock }, section = "Roots", ...product } = facts
  const [row] = await db
    .insert(products)
    .values({
      marketId: market.id,
      category: "Vegetables",
      section: section as Section,
      name: `Melon ${next()}`,
      description: "Ripe and sweet.",
      ...product,
    })
    .returning()
  const made = await db
    .insert(variants)
    .values(
      Object.entries(sizes).map(([size, left], position) => ({
        productId: row!.id,
        size,
        position,
        priceCents: cents(priceCents),
        stock: left,
      })),
    )
    .returning()
  return { ...row!, variants: made, variantId: made[0]!.id }
}

/** Gives a product images, by the names of drawings that the demo renders on request. */
export async function giveImages(db: Database, product: { id: string }, names: string[]) {
  for (const [position, name] of names.entries()) {
    const file = { container: "products" as const, name, status: "ready" as const, contentType: "image/webp" }
    await db.insert(images).values(file).onConflictDoNothing()
    const [image] = await db.select().from(images).where(eq(images.name, name))
    await db.insert(productImages).values({ productId: product.id, imageId: image!.id, position })
  }
}
