import { FieldError, type FieldLike } from "#app/ui/field.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { stockNote } from "#core/catalog/product.ts"
import type { Variant } from "#core/catalog/view-product.server.ts"

type Props = {
  field: FieldLike
  variants: readonly Variant[]
  size: string
  onChange: (size: string) => void
}

/** One button per size. A size that is sold out can be selected too; it is marked, and can't be added to the cart. */
export function SizeChoice({ field, variants, size, onChange }: Props) {
  const isInvalid = Boolean(field.errors?.length)
  return (
    <fieldset className="field sizes" aria-describedby={isInvalid ? `${field.id}-error` : undefined}>
      <legend>Size</legend>
      <div className="sizes-row">
        {variants.map((variant, index) => {
          const id = index === 0 ? field.id : `${field.id}-${index}`
          return (
            <span key={variant.size} className="size" data-sold-out={variant.stock <= 0 || undefined}>
              <input
                type="radio"
                id={id}
                name={field.name}
                value={variant.size}
                defaultChecked={variant.size === size}
                aria-describedby={`${id}-fact`}
                aria-invalid={isInvalid || undefined}
                onChange={() => onChange(variant.size)}
              />
              <label htmlFor={id}>{variant.size}</label>
              <span id={`${id}-fact`} className="size-fact">
                {factOf(variant)}
              </span>
            </span>
          )
        })}
      </div>
      <SoldOutText variants={variants} />
      <FieldError field={field} />
    </fieldset>
  )
}

/**
 * Read by screen readers with the size; visible below it without JavaScript, where nothing else shows the size's price
 * and stock.
 */
function factOf({ priceCents, stock }: Variant): string {
  return [moneyText(priceCents), stockNote(stock)].filter(Boolean).join(" · ")
}

const LIST = new Intl.ListFormat("en-US")

/** "XL is out of stock". */
function SoldOutText({ variants }: Pick<Props, "variants">) {
  const gone = variants.filter(({ stock }) => stock <= 0).map((variant) => variant.size)
  if (gone.length === 0) return null
  return <p className="hint">{`${LIST.format(gone)} ${gone.length === 1 ? "is" : "are"} out of stock`}</p>
}
