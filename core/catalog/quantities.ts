/** What the add-product wizard offers as stock. The original's list skips 48 and 66: a slip, not a rule. */
export const WIZARD_QUANTITIES: readonly number[] = upTo(70)

/** What the product page and the cart offer as quantity. */
export const SHOP_QUANTITIES: readonly number[] = upTo(50)

/** The most of one product that a cart line may hold. */
export const MAX_LINE_QUANTITY = 50

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
