import type { CustomerContext } from "#core/context.ts"
import { transaction } from "#db/transaction.ts"
import { changeInside } from "./change-quantity.server.ts"
import { chooseWindow } from "./choose-window.server.ts"
import type { UpdateCartInput } from "./inputs.ts"
import { saveNote } from "./save-note.server.ts"
import { type CartRead, readCart } from "./view-cart.server.ts"

/**
 * Sets what the cart's page sent along and the cart does not say yet: when and how each market's part is wanted, and
 * quantities, all or none of them. Lines and markets that are not in the cart any more change nothing. Throws
 * `no_inventory` at the quantity above the stock, and what `chooseWindow` throws at the market's window. Returns whether
 * anything changed.
 */
export async function updateCart(
  ctx: CustomerContext,
  input: Partial<UpdateCartInput>,
  known?: CartRead,
): Promise<boolean> {
  const { view } = known ?? (await readCart(ctx))
  const { windows = {}, notes = {}, replacements = {}, quantities = {} } = input
  let isChanged = false
  for (const market of view.markets) {
    // Undefined: the page had no such field.
    const note = notes[market.id]
    const replacement = replacements[market.id]
    const startsAt = windows[market.id]
    const isNew =
      (note !== undefined && note !== market.note) ||
      (replacement !== undefined && replacement !== market.replacement)
    if (isNew) await saveNote(ctx, { marketId: market.id, note, replacement })
    const isMoved = startsAt !== undefined && startsAt?.getTime() !== market.window?.startsAt.getTime()
    if (isMoved) await chooseWindow(ctx, { marketId: market.id, startsAt }, `windows.${market.id}`)
    isChanged ||= isNew || isMoved
  }
  const isCountChanged = await changeQuantities(ctx, view.lines, quantities)
  return isChanged || isCountChanged
}

async function changeQuantities(
  ctx: CustomerContext,
  lines: readonly { id: string; quantity: number }[],
  quantities: UpdateCartInput["quantities"],
): Promise<boolean> {
  const changed = lines.flatMap(({ id, quantity }) => {
    const wanted = quantities[id]
    return wanted === undefined || wanted === quantity ? [] : [{ lineId: id, quantity: wanted }]
  })
  if (changed.length === 0) return false
  await transaction(ctx.db, async (tx) => {
    for (const change of changed) await changeInside(tx, ctx, change, `quantities.${change.lineId}`)
  })
  return true
}
