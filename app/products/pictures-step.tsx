import { useNavigation } from "react-router"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Loader } from "#app/ui/states.tsx"
import type { FormAnswer } from "../forms/submit-form.ts"
import { type ListedPicture, PictureList } from "./picture-list.tsx"
import { publishInput } from "./publish-input.ts"
import { StepButtons } from "./step-buttons.tsx"

type Props = {
  draftId: string
  pictures: ListedPicture[]
  category: string
  answer: FormAnswer | undefined
}

/** Step 4: the pictures, and Submit with its loader. */
export function PicturesStep({ draftId, pictures, category, answer }: Props) {
  const navigation = useNavigation()
  const submitting =
    navigation.formData?.get("draftId") === draftId && navigation.formData.get("intent") === "next"
  const about = answer?.lastResult.initialValue?.draftId ? answer : undefined
  const [form] = useSchemaForm(publishInput, { id: "publish", answer: about })
  return (
    <>
      {submitting && <Loader text="Listing your product…" />}
      <div hidden={submitting} className="stack">
        <PictureList pictures={pictures} category={category} answer={about ? undefined : answer} />
        <Form form={form}>
          <input type="hidden" name="draftId" value={draftId} />
          <StepButtons next="Submit" />
        </Form>
      </div>
    </>
  )
}
