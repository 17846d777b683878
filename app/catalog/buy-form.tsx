import { useEffect, useState } from "react"
import { REPEATABLE_FIELD } from "#app/forms/repeatable-field.ts"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/identity/use-typed.ts"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { QuantitySelect, Select } from "#app/ui/inputs.tsx"
import { moneyText, PriceTag } from "#app/ui/money.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { addToCartInput } from "#core/cart/inputs.ts"
import { isApparel } from "#core/catalog/categories.ts"
import { MAX_LINE_QUANTITY, priceLabel, stockNote } from "#core/catalog/product.ts"
import { unitPriceText } from "#core/catalog/units.ts"
import type { ProductView, Variant } from "#core/catalog/view-product.server.ts"

type Props = {
  product: ProductView
  /** The size that the address names. */
  size: string
  answer: FormAnswer | undefined
}

/** Price, stock, size and quantity. The chosen size's price and stock stand above the button. */
export function BuyForm({ product, size: asked, answer }: Props) {
  const sized = isApparel(product.category)
  const typed = useTyped()
  const [size, setSize] = useState(sized ? (typed?.size ?? asked) : "")
  const chosen = product.variants.find((variant) => variant.size === size)
  const stock = chosen?.stock ?? product.variants.reduce((sum, variant) => sum + variant.stock, 0)
  const note = stockNote(stock)
  const most = chosen?.stock ?? Math.max(0, ...product.variants.map((variant) => variant.stock))
  const unitPrice = chosen && unitPriceText(chosen.priceCents, product.unit, product.unitAmount)
  const soldOut = product.variants.every((variant) => variant.stock === 0)
  const [form, fields] = useSchemaForm(addToCartInput, {
    id: "buy",
    answer,
    defaultValue: { productId: product.id, size: asked, quantity: "1", ...typed },
  })
  const selectId = fields.size.id
  // Chosen before React had the page, or sent with a form that was rejected: nobody has told it yet.
  useEffect(() => {
    const select = document.getElementById(selectId)
    if (select instanceof HTMLSelectElement && select.value) setSize(select.value)
  }, [selectId])
  return (
    <Form form={form} data-needs-js={sized || undefined}>
      <PageToast message={answer?.toast} />
      <p className="split-start" aria-live="polite">
        {chosen ? (
          <PriceTag cents={chosen.priceCents} />
        ) : (
          <span className="tag">{priceLabel(product.variants.map((variant) => variant.priceCents))}</span>
        )}
        {unitPrice && <span className="soft">{unitPrice}</span>}
        {note && <strong className="low">{note}</strong>}
      </p>
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name={REPEATABLE_FIELD} value="yes" />
      {sized && !soldOut && !product.closedText && (
        <Select
          field={fields.size}
          label="Size"
          placeholder="Choose a size"
          options={product.variants.map(sizeOption)}
          onChange={(event) => setSize(event.currentTarget.value)}
        />
      )}
      {stock > 0 && !product.closedText && (
        <>
          <QuantitySelect field={fields.quantity} label="Quantity" max={Math.min(MAX_LINE_QUANTITY, most)} />
          <SubmitButton busy="Adding…">Add to the Cart</SubmitButton>
        </>
      )}
    </Form>
  )
}

/** Without JavaScript the option itself tells the size's price and stock. */
function sizeOption({ size, priceCents, stock }: Variant) {
  const note = stockNote(stock)
  return { value: size, label: [size, moneyText(priceCents), note].filter(Boolean).join(" · ") }
}
