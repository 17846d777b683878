import type { FormAnswer } from "#app/forms/submit-form.ts"

/** The action's response when it does not redirect: a rejection, or the options to create a passkey with. */
export type AccountAnswer = FormAnswer | { passkeyOptions: Record<string, unknown> } | undefined

/** The answer, if it belongs to the form with this intent. */
export function answerTo(answer: AccountAnswer, intent: string): FormAnswer | undefined {
  if (!answer || !("lastResult" in answer)) return undefined
  return answer.lastResult.initialValue?.intent === intent ? answer : undefined
}
