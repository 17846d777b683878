import { SubmitButton } from "#app/ui/form.tsx"
import "./wizard.css"

/** Back saves the form's values without validation. Next comes first in the page, since Enter presses it. */
export function WizardButtons({ next, back = true }: { next: string; back?: boolean }) {
  return (
    <div className="wizard-buttons">
      <SubmitButton name="intent" value="next">
        {next}
      </SubmitButton>
      {back && (
        <button className="btn btn-plain" type="submit" name="intent" value="back" formNoValidate>
          Back
        </button>
      )}
    </div>
  )
}
