import type { FormAnswer } from "#app/forms/submit-form.ts"

/** The action's response when it does not redirect: a rejection, or the options to create a passkey with. */
export type AccountAnswer = FormAnswer | { passkeyOptions: Record<string, unknown> } | undefined

/** The form's result, if the form with this intent was submitted. */
export function answerTo(answer: AccountAnswer, intent: string): FormAnswer | undefined {
  if (!answer || !("lastResult" in answer)) return undefined
  return answer.lastResult.initialValue?.intent === intent ? answer : undefined
}
