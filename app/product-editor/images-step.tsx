import { type FormEvent, useRef, useState } from "react"
import { useNavigation } from "react-router"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import { Form, useSchemaForm } from "#app/ui/form.tsx"
import { useSubmitWaits } from "#app/ui/photos/use-submit-waits.ts"
import { Loader } from "#app/ui/states.tsx"
import { type ListedImage, ProductPhotos } from "./product-photos.tsx"
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
  const { step, isTold, isBusy, stop, onPending } = usePending()
  return (
    <>
      {submitting && <Loader text="Listing your product…" />}
      <div ref={step} hidden={submitting} className="stack" onSubmitCapture={stop}>
        <ProductPhotos
          productId={null}
          images={images}
          category={category}
          answer={about ? undefined : answer}
          onPending={onPending}
        />
        {isTold && (
          <p className="error" role="alert">
            {ADD_FIRST}
          </p>
        )}
        <p className="soft" role="status">
          {isBusy && "You can submit once your photos have uploaded."}
        </p>
        <Form form={form}>
          <input type="hidden" name="draftId" value={draftId} />
          <StepButtons next="Submit" />
        </Form>
      </div>
    </>
  )
}

const ADD_FIRST = "Add the photo first, or remove it."

const isNext = (submitter: HTMLElement | null) => submitter?.getAttribute("value") === "next"

/**
 * Submit waits for pending uploads. If a chosen image could not be added, the first press only reports that; the next
 * one submits.
 */
function usePending() {
  const step = useRef<HTMLDivElement>(null)
  const [{ isBusy, failed }, setPending] = useState({ isBusy: false, failed: 0 })
  const [isTold, setTold] = useState(false)
  const onPending = (pending: { isBusy: boolean; failed: number }) => {
    setPending(pending)
    setTold(false)
  }
  useSubmitWaits(() => step.current, isBusy, isNext)
  const stop = (event: FormEvent) => {
    if (!isNext((event.nativeEvent as SubmitEvent).submitter) || failed === 0 || isTold) return
    event.preventDefault()
    event.stopPropagation()
    setTold(true)
  }
  return { step, isTold, isBusy, stop, onPending }
}
