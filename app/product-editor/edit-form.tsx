import { useState } from "react"
import { Form as RouterForm, useLocation, useSubmit } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Button } from "#app/ui/button.tsx"
import { type FieldLike, plainField } from "#app/ui/field.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { Select, TextArea, TextInput } from "#app/ui/inputs.tsx"
import { isApparel } from "#core/catalog/categories.ts"
import { type EditedFacts, eachEditedFact, editProductInput } from "#core/catalog/product-facts.ts"
import { toDollars } from "#core/money.ts"
import { UnitFields } from "./unit-fields.tsx"
import "#app/orders/orders.css"

type FactOfSize = "priceCents" | "stock"
type Variant = { id: string; size: string } & Pick<EditedFacts, FactOfSize>
type Props = {
  product: { id: string; category: string; variants: Variant[] } & Omit<EditedFacts, FactOfSize>
  /** The size whose price and quantity are edited. */
  chosen: Variant
  answer: FormAnswer | undefined
}

/** Name, description, and the price and quantity of the product or of the chosen size. */
export function EditForm({ product, chosen, answer }: Props) {
  const about = answer?.lastResult.initialValue?.productId === product.id ? answer : undefined
  return (
    <>
      {isApparel(product.category) && <SizeChooser product={product} chosen={chosen} />}
      <Fields product={product} chosen={chosen} answer={about} />
    </>
  )
}

/** A GET form, so that a size can be chosen without JavaScript too. */
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
 * The values that the fields showed when the page was opened or another size chosen. A live update does not change
 * them: the input stays, and sales since then are counted from these values. A form that was rejected, or submitted
 * without a session, keeps the values that it showed, except in fields whose error states the current value. `since` is
 * new when the fields start from the product again.
 */
function useShown({ product, chosen, answer, typed }: Props & { typed: EditTexts | null }) {
  const { key } = useLocation()
  const take = () => {
    const stored = { ...product, ...chosen }
    const now = eachEditedFact((fact) => stored[fact])
    // An unticked box is missing in what was typed.
    const unticked = typed && "unit" in typed ? { byWeight: "" } : {}
    const texts = { ...inFields(now), ...unticked, ...typed }
    const sent = editProductInput.shape.shown.safeParse(
      answer?.lastResult.initialValue?.shown ?? typed?.shown,
    )
    if (!sent.data) return { key, since: key, facts: now, texts }
    const shownBefore = sent.data
    const errors = answer?.lastResult.error ?? {}
    const facts = eachEditedFact((fact) => (fact !== "stock" && errors[fact] ? now[fact] : shownBefore[fact]))
    return { key, since: key, facts, texts }
  }
  const [shown, setShown] = useState(take)
  if (shown.key === key) return shown
  const next = take()
  // After a rejection, and after a reload of equal data, the fields and their input stay.
  if (answer || JSON.stringify(next.facts) === JSON.stringify(shown.facts)) next.since = shown.since
  setShown(next)
  return next
}

/** The facts as the form's fields show them. */
function inFields(facts: EditedFacts) {
  const texts = Object.entries(facts).map(([fact, value]) => [fact, textOf(value)])
  return { ...Object.fromEntries(texts), priceCents: toDollars(facts.priceCents).toFixed(2) } as Record<
    keyof EditedFacts,
    string
  >
}

/** A ticked box has the value "on". */
const textOf = (value: EditedFacts[keyof EditedFacts]) =>
  typeof value === "boolean" ? (value ? "on" : "") : String(value ?? "")

type EditTexts = Readonly<Record<string, string>>

/** The input for this size from before the session expired; null if it was another form. */
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
  const [form, fields] = useSchemaForm(editProductInput, {
    id: "edit",
    answer,
    defaultValue: {
      ...inFields(shown.facts),
      ...typed,
      productId: product.id,
      size: chosen.size,
      priceCents: shown.texts.priceCents,
      stock: shown.texts.stock,
      byWeight: shown.texts.byWeight,
    },
  })
  // Another size has its own price and quantity; the typed name and description stay.
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
      {!isApparel(product.category) && (
        <UnitFields unit={fields.unit} unitAmount={fields.unitAmount} byWeight={fields.byWeight} />
      )}
      <SubmitButton name="intent" value="update" busy="Updating…">
        Update
      </SubmitButton>
    </Form>
  )
}
