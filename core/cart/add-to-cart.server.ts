import { and, eq, isNull, sql } from "drizzle-orm"
import { APPAREL, isApparel } from "#core/catalog/categories.ts"
import { stockShortage } from "#core/catalog/stock-note.ts"
import type { CustomerContext } from "#core/context.ts"
import { DomainError, notFound } from "#core/errors.ts"
import { once } from "#core/idempotency.server.ts"
import { emit, emitFrom, markOf } from "#core/outbox.server.ts"
import { commitWith, type Executor, type Transaction } from "#db/client.ts"
import { waitsForNoDisk } from "#db/no-disk.ts"
import { preparedSql } from "#db/prepared.ts"
import { cartLines, carts, markets, products, variants } from "#db/schema/index.ts"
import { availableTo } from "./available.server.ts"
import type { AddToCartInput } from "./inputs.ts"
import { type CartView, cartOf, rowsOfCart, viewCart } from "./view-cart.server.ts"

/** The line, and what was put into it. */
export type Added = { lineId: string; productName: string; marketId: string }

/** What a line can hold, by the database's own constraint. */
const MOST_IN_A_LINE = 999

/**
 * Puts a quantity of a product, in one of its sizes, into the customer's cart; more of the same adds up. Once per
 * `idempotencyKey`, so that a double click adds once.
 * Throws `no_inventory` (with `details.left`) above the stock, `market_closed`, `invalid` without a size where
 * there are sizes, and `not_found`.
 */
export async function addToCart(
  ctx: CustomerContext,
  input: AddToCartInput,
  idempotencyKey?: string,
): Promise<Added> {
  const customerId = ctx.actor.userId
  if (!idempotencyKey) {
    const added = await addInOneStep(ctx.db, ctx, input)
    if (added) return added
  }
  const keyed = { scope: customerId, command: "addToCart", key: idempotencyKey, request: input }
  return once(ctx, keyed, async (tx) => (await addInOneStep(tx, ctx, input)) ?? addStepByStep(tx, ctx, input))
}

/** The same, and the cart as it then is: where nothing stands in the way, both travel to the database at once. */
export async function addAndView(ctx: CustomerContext, input: AddToCartInput): Promise<CartView> {
  const customerId = ctx.actor.userId
  const [added, rows] = await ctx.db.transaction((tx) =>
    commitWith(tx, [addInOneStep(tx, ctx, input), rowsOfCart(tx, customerId)]),
  )
  if (added) return (await cartOf(ctx.db, customerId, rows)).view
  await addToCart(ctx, input)
  return viewCart(ctx)
}

/**
 * The usual case as one statement, which is one commit: the variant as it is sold now, the cart's row, the line, the
 * news. Null where anything stands in the way; then the steps below find out what it is. Two at once: the second waits
 * at the cart's row, and adds to the line that the first has left. It waits for no disk: a cart is looked at before it
 * is paid, and what is paid is on disk.
 */
export async function addInOneStep(
  executor: Executor,
  ctx: CustomerContext,
  input: AddToCartInput,
): Promise<Added | null> {
  const [line] = await add(executor, {
    ...input,
    customerId: ctx.actor.userId,
    now: ctx.now().toISOString(),
    mark: markOf("cart.changed"),
  })
  return line ?? null
}

const given = (name: string) => sql.placeholder(name)
const add = preparedSql<Added>(
  "added_to_cart",
  sql`
    with choice as (
      select ${variants.id} as id, ${products.name} as product_name, ${products.marketId} as market_id,
        ${variants.priceCents} as price, ${availableTo(given("customerId"))} as available
      from ${variants} join ${products} on ${products.id} = ${variants.productId}
      join ${markets} on ${markets.id} = ${products.marketId}
      where ${products.id} = ${given("productId")} and ${variants.size} = ${given("size")}
        and ${products.retiredAt} is null and ${markets.canSell}
        and (${given("size")} <> '' or not ${products.category} = any(${sql.param(APPAREL)}))
        and ${waitsForNoDisk}
    ), cart as (
      insert into carts (customer_id, updated_at)
      select ${given("customerId")}::uuid, ${given("now")}::timestamptz from choice
      where available >= ${given("quantity")}
      on conflict (customer_id) do update set updated_at = excluded.updated_at
      returning customer_id
    ), line as (
      insert into cart_lines (customer_id, variant_id, quantity, seen_price_cents)
      select cart.customer_id, choice.id, ${given("quantity")}, choice.price from cart, choice
      on conflict (customer_id, variant_id) do update
        set quantity = cart_lines.quantity + excluded.quantity, seen_price_cents = excluded.seen_price_cents
        where cart_lines.quantity + excluded.quantity <= (select least(available, ${MOST_IN_A_LINE}) from choice)
      returning id
    ), told as (${emitFrom(
      "cart.changed",
      sql`jsonb_build_object('customerId', ${given("customerId")}::text)`,
      sql`line`,
      given("mark"),
    )})
    select line.id as "lineId", product_name as "productName", market_id as "marketId" from line, choice`,
)

export async function addStepByStep(
  tx: Transaction,
  ctx: CustomerContext,
  input: AddToCartInput,
): Promise<Added> {
  const customerId = ctx.actor.userId
  await makeCart(tx, customerId, ctx.now())
  const variant = await findVariant(tx, customerId, input)
  const [line] = await tx
    .select({ quantity: cartLines.quantity })
    .from(cartLines)
    .where(and(eq(cartLines.customerId, customerId), eq(cartLines.variantId, variant.id)))
  const quantity = (line?.quantity ?? 0) + input.quantity
  const shortage = stockShortage(quantity, Math.min(variant.available, MOST_IN_A_LINE))
  if (shortage) throw new DomainError("no_inventory", shortage, "quantity", { left: variant.available })
  const [saved] = await tx
    .insert(cartLines)
    .values({ customerId, variantId: variant.id, quantity, seenPriceCents: variant.priceCents })
    .onConflictDoUpdate({
      target: [cartLines.customerId, cartLines.variantId],
      set: { quantity, seenPriceCents: variant.priceCents },
    })
    .returning({ lineId: cartLines.id })
  if (!saved) throw notFound("This product")
  await emit(tx, "cart.changed", { customerId })
  return { ...saved, productName: variant.productName, marketId: variant.marketId }
}

/** Makes the cart where there is none, and lets only one change to it happen at a time. */
async function makeCart(tx: Transaction, customerId: string, now: Date): Promise<void> {
  await tx
    .insert(carts)
    .values({ customerId, updatedAt: now })
    .onConflictDoUpdate({ target: carts.customerId, set: { updatedAt: now } })
}

async function findVariant(tx: Transaction, customerId: string, { productId, size }: AddToCartInput) {
  const found = await tx
    .select({
      id: variants.id,
      size: variants.size,
      priceCents: variants.priceCents,
      available: availableTo(customerId),
      category: products.category,
      productName: products.name,
      marketId: markets.id,
      marketName: markets.name,
      marketSells: sql<boolean>`${markets.canSell}`,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .innerJoin(markets, eq(markets.id, products.marketId))
    .where(and(eq(products.id, productId), isNull(products.retiredAt)))
  const [first] = found
  if (!first) throw notFound("This product")
  if (!first.marketSells)
    throw new DomainError(
      "market_closed",
      `${first.marketName} is not selling at the moment. Please choose another market.`,
    )
  if (isApparel(first.category) && !size) throw new DomainError("invalid", "Choose a size.", "size")
  const variant = found.find((candidate) => candidate.size === size)
  if (!variant) throw new DomainError("invalid", "This size is not sold. Choose another one.", "size")
  return variant
}
