import { LinkButton } from "#app/ui/button.tsx"
import { Pill } from "#app/ui/card.tsx"
import { SubmitButton } from "#app/ui/form.tsx"
import { DISCARDS_CHANGES } from "./unsaved-changes.tsx"

type Props = {
  /** The row that the form is in: Cancel leads back to it. */
  row: string
  /** The form's intent, if no hidden field has it. */
  intent?: string
  children: string
}

/** The form's submit button and Cancel. */
export function FormButtons({ row, intent, children }: Props) {
  return (
    <div className="fact-buttons">
      {intent ? (
        <SubmitButton name="intent" value={intent}>
          {children}
        </SubmitButton>
      ) : (
        <SubmitButton>{children}</SubmitButton>
      )}
      <LinkButton kind="plain" to={`/my-market#${row}`} state={DISCARDS_CHANGES}>
        Cancel
      </LinkButton>
      <span className="not-saved">
        <Pill ground="butter">Not saved</Pill>
      </span>
    </div>
  )
}
