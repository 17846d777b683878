import { Link } from "react-router"
import type { FieldProps } from "#app/ui/field.tsx"
import { Checkbox } from "#app/ui/inputs.tsx"

/** The consent to the terms, part of every registration. */
export function AgreeToTerms({ field }: Pick<FieldProps, "field">) {
  return (
    <Checkbox
      field={field}
      label={
        <>
          I am 18 or older and agree to the <Link to="/terms">terms and the privacy policy</Link>
        </>
      }
    />
  )
}
