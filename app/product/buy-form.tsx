import { useEffect, useState } from "react"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { LineTotal, moneyText, PriceTag } from "#app/ui/money.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { addToCartInput } from "#core/cart/cart.ts"
import { MAX_UNITS_AT_ONCE } from "#core/cart/cart-limits.ts"
import type { LineAtMarket } from "#core/cart/cart-queries.server.ts"
import { isApparel } from "#core/catalog/categories.ts"
import { FINAL_WEIGHT_TEXT, priceLabel, priceNote, stockNote } from "#core/catalog/product.ts"
import type { ProductView, Variant } from "#core/catalog/view-product.server.ts"
import { QuantityStepper } from "./quantity-stepper.tsx"
import { SizeChoice } from "./size-choice.tsx"

type Props = {
  product: ProductView
  /** The cart's lines of this product's market. */
  lines: readonly LineAtMarket[]
  /** The size in the query. */
  size: string
  answer: FormAnswer | undefined
}

const FORM = "buy"

/** Price, stock, size, quantity and subtotal. On a phone the subtotal and button stay at the bottom of the screen. */
export function BuyForm({ product, lines, size: asked, answer }: Props) {
  const { variants, when } = product
  const sized = isApparel(product.category)
  const [form, fields] = useSchemaForm(addToCartInput, {
    id: FORM,
    answer,
    defaultValue: { productId: product.id, size: asked, quantity: "1" },
    keepsTyped: true,
  })
  const [size, setSize] = useState(sized ? (fields.size.defaultValue ?? "") : "")
  const [wanted, setWanted] = useState(Number(fields.quantity.defaultValue) || 1)
  useChosenBefore(sized, setSize)
  const chosen = variants.find((variant) => variant.size === size)
  const stocks = variants.map(({ stock }) => stock)
  const stock = chosen?.stock ?? stocks.reduce((sum, one) => sum + one, 0)
  const most = Math.min(MAX_UNITS_AT_ONCE, chosen?.stock ?? Math.max(0, ...stocks))
  const quantity = Math.min(Math.max(wanted, 1), Math.max(most, 1))
  const isSold = !when.closedText && stocks.some((one) => one > 0)
  return (
    <Form form={form} className="stack buy-form">
      <PageToast message={answer?.toast} />
      <PriceAndStock
        product={product}
        chosen={chosen}
        stock={stock}
        sized={sized}
        inCart={lines.find(({ variantId }) => variantId === chosen?.id)?.quantity ?? 0}
      />
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name={REPEATABLE_FIELD} value="yes" />
      {sized && isSold && (
        <SizeChoice field={fields.size} variants={variants} size={size} onChange={setSize} />
      )}
      {isSold && stock > 0 && (
        <>
          <QuantityStepper
            field={fields.quantity}
            quantity={quantity}
            max={most}
            onChange={setWanted}
            limitText={limitText(most, size)}
          />
          <div className="buy-bar">
            {chosen && (
              <p className="js-only" aria-live="polite">
                <LineTotal quantity={quantity} cents={chosen.priceCents} isAtMost={product.byWeight} />
              </p>
            )}
            <SubmitButton busy="Adding…">Add to the Cart</SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}

function limitText(most: number, size: string): string {
  if (most === MAX_UNITS_AT_ONCE) return `You can buy at most ${MAX_UNITS_AT_ONCE} at a time.`
  return size ? `No more are available in ${size}.` : "No more are available."
}

/** Applies a size that was chosen before hydration or in a rejected form, for which React got no event. */
function useChosenBefore(sized: boolean, onChosen: (size: string) => void) {
  useEffect(() => {
    if (!sized) return
    const checked = document.querySelector<HTMLInputElement>(`#${FORM} input[name=size]:checked`)
    if (checked) onChosen(checked.value)
  }, [sized, onChosen])
}

type PriceProps = {
  product: ProductView
  chosen: Variant | undefined
  stock: number
  sized: boolean
  inCart: number
}

function PriceAndStock({ product, chosen, stock, sized, inCart }: PriceProps) {
  const prices = product.variants.map(({ priceCents }) => priceCents)
  const unitPrice = chosen && priceNote(chosen.priceCents, product)
  const note = stockNote(stock)
  const lowest = Math.min(...prices)
  return (
    <div className="split-start price-row" aria-live="polite">
      {chosen ? <PriceTag cents={chosen.priceCents} /> : <span className="tag">{priceLabel(prices)}</span>}
      <p>
        {unitPrice && <span className="soft num">{unitPrice}</span>}
        {product.byWeight && <span className="soft">{FINAL_WEIGHT_TEXT}</span>}
        {sized && chosen && <span className="soft">{`for size ${chosen.size}`}</span>}
        {sized && chosen && chosen.priceCents > lowest && (
          <span className="soft num">{`sizes from ${moneyText(lowest)}`}</span>
        )}
        {note ? (
          <strong className="low">{note}</strong>
        ) : (
          <span className="soft num">{`${stock} in stock`}</span>
        )}
        {inCart > 0 && (
          <span className="soft num">{`${inCart} ${inCart === 1 ? "is" : "are"} in your cart already.`}</span>
        )}
      </p>
    </div>
  )
}
