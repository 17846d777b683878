import { formatSsn, usDate } from "#core/payouts/fields.ts"
import type { Typed } from "./panels.ts"

const TEXTS = ["dob", "url", "description", "account", "routing", "holder", "payout"] as const

/** The values of `form`'s fields that were entered before React listened to events. */
export function typedBeforeHydration(form: HTMLFormElement): Partial<Typed> {
  const field = (id: string) => form.querySelector<HTMLInputElement>(`[id="${id}"]`)
  const typed: Partial<Typed> = {}
  for (const id of TEXTS) {
    const text = field(id)?.value
    if (text) typed[id] = text
  }
  const [day, ssn] = [field("dob-day")?.value, field("ssn")?.value]
  if (day && !typed.dob) typed.dob = usDate(day)
  if (ssn) typed.ssn = formatSsn(ssn)
  for (const answer of ["yes", "no"] as const)
    if (field(`question-${answer}`)?.checked) typed.question = answer
  if (field("agree")?.checked) typed.agree = true
  return typed
}
