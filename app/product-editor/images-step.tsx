import { type FormEvent, useEffect, useRef, useState } from "react"
import { useNavigation } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { Loader } from "#app/ui/states.tsx"
import { ImageList, type ListedImage } from "./image-list.tsx"
import { publishInput } from "./publish-input.ts"
import { StepButtons } from "./step-buttons.tsx"

type Props = {
  draftId: string
  images: ListedImage[]
  category: string
  answer: FormAnswer | undefined
}

/** Step 4: the images, and Submit with its loader. */
export function ImagesStep({ draftId, images, category, answer }: Props) {
  const navigation = useNavigation()
  const submitting =
    navigation.formData?.get("draftId") === draftId && navigation.formData.get("intent") === "next"
  const about = answer?.lastResult.initialValue?.draftId ? answer : undefined
  const [form] = useSchemaForm(publishInput, { id: "publish", answer: about })
  const { step, fault, stop, forget } = useUnadded(images.length)
  return (
    <>
      {submitting && <Loader text="Listing your product…" />}
      <div ref={step} hidden={submitting} className="stack" onSubmitCapture={stop}>
        <ImageList
          images={images}
          category={category}
          fault={fault}
          answer={about ? undefined : answer}
          onChoose={forget}
        />
        <Form form={form}>
          <input type="hidden" name="draftId" value={draftId} />
          <StepButtons next="Submit" />
        </Form>
      </div>
    </>
  )
}

const ADD_FIRST = "Add the picture first, or take it out."

/** Stops Submit where an image was chosen and not added, and says so; once, so that nobody is held up for good. */
function useUnadded(added: number) {
  const step = useRef<HTMLDivElement>(null)
  // An image that is added empties the field, and what was said of it is over.
  const [toldAt, setToldAt] = useState<number | null>(null)
  useEffect(() => {
    if (toldAt !== null) fileFieldIn(step.current)?.focus()
  }, [toldAt])
  const stop = (event: FormEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter?.getAttribute("value") !== "next" || toldAt === added) return
    if (!fileFieldIn(step.current)?.files?.length) return
    event.preventDefault()
    event.stopPropagation()
    setToldAt(added)
  }
  return { step, fault: toldAt === added ? ADD_FIRST : null, stop, forget: () => setToldAt(null) }
}

const fileFieldIn = (step: HTMLElement | null) => step?.querySelector<HTMLInputElement>('input[type="file"]')
