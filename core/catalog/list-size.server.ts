import { transaction } from "#db/transaction.ts"
import type { SellerContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { changeDraft } from "./product-draft.server.ts"
import { type SizeEntry, sizesOffered } from "./product-steps.ts"

/**
 * Adds a size to the draft's list. An identical entry is ignored. Throws `invalid` for a size that is listed with
 * another quantity or price (the entry stays as it is), and for one that is not offered.
 */
export async function listSize(ctx: SellerContext, entry: SizeEntry): Promise<void> {
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => {
      if (!sizesOffered(data.answers).includes(entry.size))
        throw new DomainError("invalid", "Choose a size.", "size")
      const listed = data.sizes.find((one) => one.size === entry.size)
      if (listed && (listed.stock !== entry.stock || listed.price !== entry.price))
        throw new DomainError(
          "invalid",
          `Size ${entry.size} is in the list already. Delete it first.`,
          "size",
        )
      if (listed) return data
      return { ...data, sizes: [...data.sizes, entry] }
    }),
  )
}

/** Removes a size from the draft's list. */
export async function unlistSize(ctx: SellerContext, size: string): Promise<void> {
  await transaction(ctx.db, (tx) =>
    changeDraft(ctx, tx, (data) => ({ ...data, sizes: data.sizes.filter((one) => one.size !== size) })),
  )
}
