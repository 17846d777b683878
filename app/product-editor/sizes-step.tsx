import { useEffect, useRef } from "react"
import { Form as RouterForm } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { Button } from "#app/ui/button.tsx"
import { Form, SubmitButton, useSchemaForm } from "#app/ui/form.tsx"
import { QuantitySelect, Select, TextInput } from "#app/ui/inputs.tsx"
import { moneyText } from "#app/ui/money.tsx"
import { WIZARD_QUANTITIES } from "#core/catalog/product.ts"
import { priceField } from "#core/catalog/product-facts.ts"
import { type ProductAnswers, type SizeEntry, sizeStep, sizesOffered } from "#core/catalog/product-steps.ts"
import { StepButtons } from "./step-buttons.tsx"

const DELETE_INTENT = "delete-size"

type Props = { answers: ProductAnswers; sizes: SizeEntry[]; answer: FormAnswer | undefined }

/** Step 3, for Clothing and Shoes only: a list of sizes, each with its quantity and price. */
export function SizesStep({ answers, sizes, answer }: Props) {
  return (
    <>
      <SizeForm sizes={sizes} offered={sizesOffered(answers)} answer={answer} />
      <h2>Sizes in the list</h2>
      {sizes.length === 0 ? <p className="soft">None yet. Add at least one.</p> : <SizeList sizes={sizes} />}
      {/* Belongs to the form of a new size, so that Next adds the size in its fields too. */}
      <StepButtons form="size" />
    </>
  )
}

type FormProps = { sizes: SizeEntry[]; offered: readonly string[]; answer: FormAnswer | undefined }

/** Cleared after each added size, except for fields edited in the meantime, which belong to the next size. */
function SizeForm({ sizes, offered, answer }: FormProps) {
  const [form, fields] = useSchemaForm(sizeStep, {
    id: "size",
    answer,
    defaultValue: { stock: "1" },
    // The button that deletes a size sends its name too.
    keepsTyped: useTyped()?.intent !== DELETE_INTENT,
  })
  const listed = useRef(sizes.length)
  useEffect(() => {
    const added = sizes[listed.current]
    const isOneLess = sizes.length < listed.current
    listed.current = sizes.length
    // The size reported as a duplicate may be the one just removed.
    if (isOneLess && fields.size.errors) form.validate({ name: fields.size.name })
    if (!added) return
    const entered = new FormData(document.forms.namedItem(form.id) ?? undefined)
    for (const [name, value] of Object.entries(added))
      if (String(entered.get(name)).trim() === value) form.reset({ name })
  }, [sizes, form, fields])
  return (
    <Form form={form}>
      <div className="three-columns">
        <Select field={fields.size} label="Size" placeholder="Choose a size" options={offered} />
        <QuantitySelect field={fields.stock} label="Quantity" max={WIZARD_QUANTITIES.length} />
        <TextInput field={fields.price} label="Price" inputMode="decimal" autoComplete="off" />
      </div>
      <SubmitButton kind="plain" name="intent" value="add-size" busy="Adding…">
        Add the size
      </SubmitButton>
    </Form>
  )
}

function SizeList({ sizes }: { sizes: SizeEntry[] }) {
  return (
    <ul className="listed" aria-label="Sizes in the list">
      {sizes.map(({ size, stock, price }) => (
        <li key={size}>
          <strong>{size}</strong>
          <span className="num">{stock === "1" ? "1 piece" : `${stock} pieces`}</span>
          <span className="num">{moneyText(priceField.parse(price))}</span>
          <RouterForm method="post">
            <input type="hidden" name="size" value={size} />
            <Button
              kind="danger"
              small
              name="intent"
              value={DELETE_INTENT}
              aria-label={`Delete size ${size}`}
            >
              Delete
            </Button>
          </RouterForm>
        </li>
      ))}
    </ul>
  )
}
