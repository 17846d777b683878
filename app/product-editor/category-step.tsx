import { useState } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { useTyped } from "#app/forms/use-typed.ts"
import { needsJs } from "#app/page-protocol/attributes.ts"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { QuantitySelect, Select, TextInput } from "#app/ui/inputs.tsx"
import { CATEGORIES, isApparel } from "#core/catalog/categories.ts"
import { WIZARD_QUANTITIES } from "#core/catalog/product.ts"
import { categoryStepFor, type ProductAnswers } from "#core/catalog/product-steps.ts"
import { StepButtons } from "./step-buttons.tsx"
import { UnitFields } from "./unit-fields.tsx"

type Props = { answers: ProductAnswers; answer: FormAnswer | undefined }

/** Step 1. Without JavaScript the price and quantity stay visible, and are ignored for Clothing and Shoes. */
export function CategoryStep({ answers, answer }: Props) {
  const typed = useTyped()
  const [category, setCategory] = useState(typed?.category ?? answers.category ?? "")
  const [form, fields] = useSchemaForm(categoryStepFor(category), {
    id: "category",
    answer,
    defaultValue: { stock: "1", ...answers },
    keepsTyped: true,
  })
  const sized = isApparel(category)
  return (
    <Form form={form} {...needsJs}>
      <Select
        field={fields.category}
        label="Category"
        placeholder="Choose a category"
        options={CATEGORIES}
        onChange={(event) => setCategory(event.currentTarget.value)}
      />
      {sized ? (
        <p className="soft">Each size has its own price and quantity. You enter them in step 3.</p>
      ) : (
        <>
          <div className="columns">
            <TextInput
              field={fields.price}
              label="Price"
              hint="In dollars, at least 0.1."
              inputMode="decimal"
              autoComplete="off"
            />
            <QuantitySelect
              field={fields.stock}
              label="Quantity"
              hint="How many you have."
              max={WIZARD_QUANTITIES.length}
            />
          </div>
          <UnitFields unit={fields.unit} unitAmount={fields.unitAmount} byWeight={fields.byWeight} />
        </>
      )}
      <StepButtons back={false} />
    </Form>
  )
}
