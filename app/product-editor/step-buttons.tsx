import { Button } from "#app/ui/button.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import "./products.css"

type Props = {
  next?: string
  back?: boolean
  /** The form that they send from outside of it; what is missing there only the server knows. */
  form?: string
}

/** Next comes first in the page, since Enter means it. Back keeps what stands in the form and checks nothing. */
export function StepButtons({ next = "Next", back = true, form }: Props) {
  return (
    <div className="step-buttons">
      <SubmitButton name="intent" value="next" form={form} formNoValidate={form !== undefined}>
        {next}
      </SubmitButton>
      {back && (
        <Button kind="plain" name="intent" value="back" form={form} formNoValidate>
          Back
        </Button>
      )}
    </div>
  )
}
