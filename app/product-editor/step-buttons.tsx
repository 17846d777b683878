import { Button } from "#app/ui/button.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import "./products.css"

type Props = {
  next?: string
  back?: boolean
  /** The id of the form, if the buttons are outside of it; its required fields are then checked by the server alone. */
  form?: string
}

/** Next comes first in the page, since Enter presses it. Back saves the form's values without validation. */
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
