import { useState } from "react"
import { Form as RouterForm, useLocation, useSubmit } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/identity/use-typed.ts"
import { Button } from "#app/ui/button.tsx"
import { type FieldLike, plainField } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Select, TextArea, TextInput } from "#app/ui/inputs.tsx"
import { isApparel } from "#core/catalog/categories.ts"
import { editProductInput, type ProductFacts } from "#core/catalog/product-edit.ts"
import type { Unit } from "#core/catalog/units.ts"
import { type Cents, toDollars } from "#core/money.ts"
import { UnitFields } from "./unit-fields.tsx"
import "#app/orders/orders.css"

type Variant = { id: string; size: string; priceCents: Cents; stock: number }
type Props = {
  product: {
    id: string
    category: string
    name: string
    description: string
    unit: Unit | null
    unitAmount: number | null
    variants: Variant[]
  }
  /** The size whose price and quantity are edited. */
  chosen: Variant
  answer: FormAnswer | undefined
}

/** Name, description, and price and quantity: of the product, or of the chosen size. */
export function EditForm({ product, chosen, answer }: Props) {
  const about = answer?.lastResult.initialValue?.productId === product.id ? answer : undefined
  return (
    <>
      {isApparel(product.category) && <SizeChooser product={product} chosen={chosen} />}
      <Fields product={product} chosen={chosen} answer={about} />
    </>
  )
}

/** A form that asks for the page again, so that a size can be chosen without JavaScript too. */
function SizeChooser({ product, chosen }: Omit<Props, "answer">) {
  const submit = useSubmit()
  return (
    <RouterForm method="get" className="status-form" data-needs-js preventScrollReset>
      <input type="hidden" name="product" value={product.id} />
      <Select
        key={chosen.size}
        field={plainField("size", { id: "choose-size", defaultValue: chosen.size })}
        label="Size"
        options={product.variants.map((variant) => variant.size)}
        onChange={(event) => submit(event.currentTarget.form, { preventScrollReset: true, replace: true })}
      />
      <Button kind="plain">Show</Button>
    </RouterForm>
  )
}

/**
 * What the fields showed when the page was opened or another size chosen. A live update changes nothing of it: what is
 * being typed stays, and what was sold meanwhile is counted from here. A form that was rejected is still of what it
 * showed, but for the fields whose message says what is there now.
 */
function useShown({ product, chosen, answer }: Props) {
  const { key } = useLocation()
  const take = () => {
    const { name, description, unit, unitAmount } = product
    const { priceCents, stock } = chosen
    const now: ProductFacts = { name, description, unit, unitAmount, priceCents, stock }
    const sent = editProductInput.shape.shown.safeParse(answer?.lastResult.initialValue?.shown).data
    if (!sent) return { key, since: key, facts: now }
    const told = answer?.lastResult.error ?? {}
    return {
      key,
      since: key,
      facts: {
        name: told.name ? now.name : sent.name,
        description: told.description ? now.description : sent.description,
        priceCents: told.priceCents ? now.priceCents : sent.priceCents,
        unit: told.unit ? now.unit : sent.unit,
        unitAmount: told.unitAmount ? now.unitAmount : sent.unitAmount,
        stock: sent.stock,
      },
    }
  }
  const [shown, setShown] = useState(take)
  if (shown.key === key) return shown
  const next = take()
  // Read again with the same answer, as after a lost form: the fields stay, and what was typed in them.
  if (JSON.stringify(next.facts) === JSON.stringify(shown.facts)) next.since = shown.since
  setShown(next)
  return next
}

function Fields(props: Props) {
  const typed = useTyped()
  const { product, chosen, answer } = props
  const shown = useShown(props)
  const { name, description, priceCents, stock, unit, unitAmount } = shown.facts
  const price = toDollars(priceCents).toFixed(2)
  const [form, fields] = useSchemaForm(editProductInput, {
    id: "edit",
    answer,
    defaultValue: {
      productId: product.id,
      name: typed?.name ?? name,
      description: typed?.description ?? description,
      size: chosen.size,
      priceCents: price,
      stock: String(stock),
      unit: typed?.unit ?? unit ?? "",
      unitAmount: typed?.unitAmount ?? String(unitAmount ?? ""),
    },
  })
  // Another size brings its own price and quantity; what was typed as name and description stays.
  const ofChosen = (field: FieldLike, value: string): FieldLike => ({
    id: field.id,
    name: field.name,
    errors: field.errors,
    key: `${chosen.id} ${shown.since}`,
    defaultValue: answer ? field.defaultValue : value,
  })
  const ofSize = chosen.size ? ` of size ${chosen.size}` : ""
  return (
    <Form form={form}>
      <input type="hidden" name="productId" value={product.id} />
      <input type="hidden" name="size" value={chosen.size} />
      <input type="hidden" name="shown" value={JSON.stringify(shown.facts)} />
      <TextInput field={fields.name} label="Name" autoComplete="off" />
      <TextArea field={fields.description} label="Description" />
      <div className="columns">
        <TextInput
          field={ofChosen(fields.priceCents, price)}
          label={`Price${ofSize}`}
          hint="In dollars, at least 0.1."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextInput
          field={ofChosen(fields.stock, String(stock))}
          label={`Quantity${ofSize}`}
          inputMode="numeric"
          autoComplete="off"
          hint="0 shows it as sold out."
        />
      </div>
      {!isApparel(product.category) && <UnitFields unit={fields.unit} unitAmount={fields.unitAmount} />}
      <SubmitButton name="intent" value="update" busy="Updating…">
        Update
      </SubmitButton>
    </Form>
  )
}
