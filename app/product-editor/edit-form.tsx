import { useState } from "react"
import { Form as RouterForm, useLocation, useSubmit } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/identity/use-typed.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
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
    <RouterForm method="get" className="status-form" {...needsJs} preventScrollReset>
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
 * being typed stays, and what was sold meanwhile is counted from here. A form that was rejected, or sent without a
 * session, is still of what it showed, but for the fields whose message says what is there now. `since` is new when the
 * fields start from the product again.
 */
function useShown({ product, chosen, answer, typed }: Props & { typed: EditTexts | null }) {
  const { key } = useLocation()
  const take = () => {
    const { name, description, unit, unitAmount } = product
    const { priceCents, stock } = chosen
    const now: ProductFacts = { name, description, unit, unitAmount, priceCents, stock }
    const texts = { priceCents: toDollars(priceCents).toFixed(2), stock: String(stock), ...typed }
    const sent = editProductInput.shape.shown.safeParse(
      answer?.lastResult.initialValue?.shown ?? typed?.shown,
    )
    if (!sent.data) return { key, since: key, facts: now, texts }
    const told = answer?.lastResult.error ?? {}
    const facts: ProductFacts = {
      name: told.name ? now.name : sent.data.name,
      description: told.description ? now.description : sent.data.description,
      priceCents: told.priceCents ? now.priceCents : sent.data.priceCents,
      unit: told.unit ? now.unit : sent.data.unit,
      unitAmount: told.unitAmount ? now.unitAmount : sent.data.unitAmount,
      stock: sent.data.stock,
    }
    return { key, since: key, facts, texts }
  }
  const [shown, setShown] = useState(take)
  if (shown.key === key) return shown
  const next = take()
  // The fields stay, and what was typed in them: after a rejection, and where the same was read again.
  if (answer || JSON.stringify(next.facts) === JSON.stringify(shown.facts)) next.since = shown.since
  setShown(next)
  return next
}

type EditTexts = Readonly<Record<string, string>>

/** What was typed about this size before the session had ended; null where it was another form. */
function useTypedEdit(productId: string, size: string): EditTexts | null {
  const typed = useTyped()
  return typed && "priceCents" in typed && typed.productId === productId && (typed.size ?? "") === size
    ? typed
    : null
}

function Fields(props: Props) {
  const { product, chosen, answer } = props
  const typed = useTypedEdit(product.id, chosen.size)
  const shown = useShown({ ...props, typed })
  const { name, description, unit, unitAmount } = shown.facts
  const [form, fields] = useSchemaForm(editProductInput, {
    id: "edit",
    answer,
    defaultValue: {
      productId: product.id,
      name: typed?.name ?? name,
      description: typed?.description ?? description,
      size: chosen.size,
      priceCents: shown.texts.priceCents,
      stock: shown.texts.stock,
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
          field={ofChosen(fields.priceCents, shown.texts.priceCents)}
          label={`Price${ofSize}`}
          hint="In dollars, at least 0.1."
          inputMode="decimal"
          autoComplete="off"
        />
        <TextInput
          field={ofChosen(fields.stock, shown.texts.stock)}
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
