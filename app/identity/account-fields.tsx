import type { ReactNode } from "react"
import type { FieldLike } from "#app/ui/field.tsx"
import { EmailInput, PasswordInput, TextInput } from "#app/ui/inputs.tsx"
import { AgreeToTerms } from "./agree-to-terms.tsx"
import { PasswordRules } from "./password-rules.tsx"

type Name = "firstName" | "lastName" | "email" | "password" | "confirmPassword" | "agree"
type Props = {
  fields: Readonly<Record<Name, FieldLike>>
  emailHint?: ReactNode
  passwordHint?: ReactNode
}

/** The fields of every registration: name, email, password twice, consent. */
export function AccountFields({ fields, emailHint, passwordHint = <PasswordRules /> }: Props) {
  return (
    <>
      <div className="columns">
        <TextInput field={fields.firstName} label="First Name" autoComplete="given-name" />
        <TextInput field={fields.lastName} label="Last Name" autoComplete="family-name" />
      </div>
      <EmailInput field={fields.email} hint={emailHint} />
      <PasswordInput
        field={fields.password}
        label="Password"
        autoComplete="new-password"
        hint={passwordHint}
      />
      <PasswordInput field={fields.confirmPassword} label="Confirm Password" autoComplete="new-password" />
      <AgreeToTerms field={fields.agree} />
    </>
  )
}
