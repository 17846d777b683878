import type { SellerContext } from "../context.ts"
import { DomainError } from "../errors.ts"
import { changeDraft } from "./product-draft.server.ts"
import { type SizeEntry, sizesOffered } from "./product-steps.ts"

/** Adds a size to the draft's list. One that is listed already is ignored. Throws `invalid`. */
export async function listSize(ctx: SellerContext, entry: SizeEntry): Promise<void> {
  await ctx.db.transaction((tx) =>
    changeDraft(ctx, tx, (data) => {
      if (!sizesOffered(data.answers).includes(entry.size))
        throw new DomainError("invalid", "Choose a size.", "size")
      if (data.sizes.some((one) => one.size === entry.size)) return data
      return { ...data, sizes: [...data.sizes, entry] }
    }),
  )
}

/** Takes a size off the list. */
export async function unlistSize(ctx: SellerContext, size: string): Promise<void> {
  await ctx.db.transaction((tx) =>
    changeDraft(ctx, tx, (data) => ({ ...data, sizes: data.sizes.filter((one) => one.size !== size) })),
  )
}
