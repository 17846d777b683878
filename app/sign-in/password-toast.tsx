import { useMemo } from "react"
import { PASSWORD_MISMATCH_MESSAGE } from "#core/accounts/password.ts"
import type { FormAnswer } from "../forms/submit-form.ts"
import type { FieldLike } from "../ui/field.tsx"
import type { Toast } from "../ui/toast.ts"
import { PageToast } from "../ui/toaster.tsx"

/** The answer's toast, or the one that two different passwords get before anything is sent. */
export function PasswordToast({ confirm, answer }: { confirm: FieldLike; answer: FormAnswer | undefined }) {
  const differ = confirm.errors?.includes(PASSWORD_MISMATCH_MESSAGE) ?? false
  const toast = useMemo<Toast | undefined>(
    () => (differ ? { text: PASSWORD_MISMATCH_MESSAGE, kind: "error" } : answer?.toast),
    [differ, answer],
  )
  return <PageToast message={toast} />
}
