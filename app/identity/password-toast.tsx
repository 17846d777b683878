import { useMemo } from "react"
import type { FormAnswer } from "#app/forms/submit-form.ts"
import type { Toast } from "#app/page-protocol/events.ts"
import type { FieldLike } from "#app/ui/field.tsx"
import { PageToast } from "#app/ui/toaster.tsx"
import { PASSWORD_MISMATCH_MESSAGE } from "#core/identity/password.ts"

/** Shows the response's toast, or a toast for each submission with two different passwords, before anything is sent. */
export function PasswordToast({ confirm, answer }: { confirm: FieldLike; answer: FormAnswer | undefined }) {
  // Each rejected submission has a new array; editing another field keeps the same one.
  const { errors } = confirm
  const toast = useMemo<Toast | undefined>(
    () =>
      errors?.includes(PASSWORD_MISMATCH_MESSAGE)
        ? { text: PASSWORD_MISMATCH_MESSAGE, kind: "error" }
        : answer?.toast,
    [errors, answer],
  )
  return <PageToast message={toast} />
}
