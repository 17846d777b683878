import { Button } from "#app/ui/button.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import "./products.css"

/** Next comes first in the page, since Enter means it. Back keeps what stands in the form and checks nothing. */
export function StepButtons({ next = "Next", back = true }: { next?: string; back?: boolean }) {
  return (
    <div className="step-buttons">
      <SubmitButton name="intent" value="next">
        {next}
      </SubmitButton>
      {back && (
        <Button kind="plain" name="intent" value="back" formNoValidate>
          Back
        </Button>
      )}
    </div>
  )
}
