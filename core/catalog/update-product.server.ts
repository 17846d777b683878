import { createHash } from "node:crypto"
import { and, eq, isNull } from "drizzle-orm"
import type { Transaction } from "#db/client.ts"
import { products, variants } from "#db/schema/index.ts"
import type { SellerContext } from "../context.ts"
import { DomainError, notFound } from "../errors.ts"
import { once } from "../idempotency.server.ts"
import { isId } from "../ids.ts"
import { lockSellingMarket } from "./market-queries.server.ts"
import { UNIT_OF_WEIGHT_MESSAGE } from "./product.ts"
import { type EditedFacts, hasUnitOfWeight, mergeEdit } from "./product-facts.ts"
import { factColumns } from "./product-queries.server.ts"

type Edited = {
  productId: string
  /** The size that has this price and stock; '' for a product without sizes. */
  size: string
}

/** An edit of the form, with the product as the form showed it. */
type FormUpdate = Edited & EditedFacts & { shown: EditedFacts }

/** An update of the API: an undefined fact is left unchanged. */
export type ApiUpdate = Edited & {
  [Fact in keyof EditedFacts]: EditedFacts[Fact] | undefined
} & { stock: number; shown?: undefined }

/**
 * Changes a product's texts, and price and stock of one of its sizes. With `shown`, only what differs from it is
 * changed, and the stock by the difference, so that items sold in the meantime stay sold. Customers see a changed price
 * in the cart before they pay; held stock is not part of `stock` and stays held. Returns the new stock. Throws
 * `not_found` for a product that is retired or another seller's, and `invalid` with a message for each field that
 * somebody else has changed since. Runs once per `idempotencyKey`.
 */
export async function updateProduct(
  ctx: SellerContext,
  update: FormUpdate | ApiUpdate,
  idempotencyKey?: string,
): Promise<{ stock: number }> {
  if (!isId(update.productId)) throw notFound("This product")
  // The form stays open after it is submitted and sends its next edit with the same key.
  const key = idempotencyKey && `${idempotencyKey} ${JSON.stringify(update)}`
  const keyed = {
    scope: ctx.actor.userId,
    command: "updateProduct",
    key: key && hashOf(key),
    request: update,
  }
  return once(ctx, keyed, async (tx) => {
    await lockSellingMarket(ctx, tx)
    const current = await lockProduct(tx, ctx.actor.marketId, update)
    const { priceCents, stock, ...facts } = update.shown
      ? mergeEdit({ current, shown: update.shown, typed: update })
      : factsOf(update)
    requireUnitOfWeight(current, facts)
    await tx
      .update(products)
      .set({ ...facts, updatedAt: ctx.now() })
      .where(eq(products.id, update.productId))
    await tx.update(variants).set({ priceCents, stock }).where(eq(variants.id, current.variantId))
    return { stock }
  })
}

/** Checked against the stored product too: another edit, or an earlier one, may have chosen the unit. */
function requireUnitOfWeight(
  current: Pick<EditedFacts, "unit" | "byWeight">,
  { unit = current.unit, byWeight = current.byWeight }: Partial<Pick<EditedFacts, "unit" | "byWeight">>,
): void {
  if (!hasUnitOfWeight({ unit, byWeight }))
    throw new DomainError("invalid", UNIT_OF_WEIGHT_MESSAGE, "byWeight")
}

const factsOf = ({ productId: _productId, size: _size, shown: _shown, ...facts }: ApiUpdate) => facts

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url")

async function lockProduct(tx: Transaction, marketId: string, { productId, size }: Edited) {
  const [product] = await tx
    .select(factColumns)
    .from(products)
    .where(and(eq(products.id, productId), eq(products.marketId, marketId), isNull(products.retiredAt)))
    .for("no key update")
  if (!product) throw notFound("This product")
  const [variant] = await tx
    .select({ variantId: variants.id, priceCents: variants.priceCents, stock: variants.stock })
    .from(variants)
    .where(and(eq(variants.productId, productId), eq(variants.size, size)))
    .for("no key update")
  if (!variant) throw new DomainError("invalid", "Choose one of this product's sizes.", "size")
  return { ...product, ...variant }
}
