import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Select, TextArea, TextInput } from "#app/ui/inputs.tsx"
import { isApparel } from "#core/catalog/categories.ts"
import { descriptionStepFor, type ProductAnswers } from "#core/catalog/product-steps.ts"
import { sectionsOf } from "#core/catalog/sections.ts"
import { AGES, GENDERS } from "#core/catalog/sizes.ts"
import { StepButtons } from "./step-buttons.tsx"

type Props = { answers: ProductAnswers; answer: FormAnswer | undefined }

/** Step 2: the description; for Clothing and Shoes also gender and age. */
export function DescriptionStep({ answers, answer }: Props) {
  const category = answers.category ?? ""
  const [form, fields] = useSchemaForm(descriptionStepFor(category), {
    id: "description",
    answer,
    defaultValue: answers,
    keepsTyped: true,
  })
  return (
    <Form form={form}>
      <Select
        field={fields.section}
        label="Section"
        placeholder="Choose a section"
        options={sectionsOf(category)}
      />
      <TextInput field={fields.name} label="Product name" autoComplete="off" />
      <TextArea field={fields.description} label="Description" />
      {isApparel(category) && (
        <div className="columns">
          <Select field={fields.gender} label="Gender" placeholder="Choose a gender" options={GENDERS} />
          <Select field={fields.age} label="Age" placeholder="Choose an age" options={AGES} />
        </div>
      )}
      <StepButtons />
    </Form>
  )
}
