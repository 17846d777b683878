import type { FormAnswer } from "#app/forms/submit-form.ts"

/** What the page's action answers without leading on: a rejection, or what the browser needs to make a passkey. */
export type AccountAnswer = FormAnswer | { passkeyOptions: Record<string, unknown> } | undefined

/** The rejection of one of the page's forms, for that form alone. */
export function answerTo(answer: AccountAnswer, intent: string): FormAnswer | undefined {
  if (!answer || !("lastResult" in answer)) return undefined
  return answer.lastResult.initialValue?.intent === intent ? answer : undefined
}
