import { z } from "zod"
import { type marketAddressInput, marketNameField } from "#core/identity/fields.ts"
import { haveSameClock, isTimeZone, timeZoneWords } from "#core/places/time-zones.ts"
import { readableText } from "#core/typed-text.ts"

/** The facts of a market that an admin approves before customers see them. */
export const CHANGE_KINDS = ["name", "address", "timeZone"] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const KIND_WORDS: Record<ChangeKind, string> = {
  name: "name",
  address: "address",
  timeZone: "time zone",
}

/** withdrawn: by the seller, or replaced by another request. */
export const CHANGE_DECISIONS = ["approved", "denied", "withdrawn"] as const

export const marketNameInput = z.object({ name: marketNameField })

const SHORTEST_REASON = 5
const LONGEST_REASON = 500

const reasonText = (missing?: string) =>
  z
    .string({ error: missing })
    .overwrite(readableText)
    .max(LONGEST_REASON, `At most ${LONGEST_REASON} characters.`)

const WHY = "Tell us why your clock shows a different time."

/** `why` is shown to the admin who decides. */
export const marketTimeZoneInput = z.object({
  timeZone: z.string({ error: "Choose a time zone." }).refine(isTimeZone, "Choose a time zone."),
  why: reasonText(WHY).min(SHORTEST_REASON, WHY),
})

export type MarketChange =
  | { kind: "name"; wanted: z.output<typeof marketNameInput> }
  | { kind: "address"; wanted: z.output<typeof marketAddressInput> }
  | { kind: "timeZone"; wanted: z.output<typeof marketTimeZoneInput> }

type Address = { address: string; city: string; state: string; zip: string }
type Facts = Address & { name: string; timeZone: string }

/** Formats a change: the new name, the new address in one line, or the new time zone in words. */
export function changeText(wanted: MarketChange["wanted"]): string {
  if ("name" in wanted) return wanted.name
  return "timeZone" in wanted ? timeZoneWords(wanted.timeZone) : addressLine(wanted)
}

/** Formats the value that a change replaces, like `changeText`. */
export function currentText(kind: ChangeKind, market: Facts): string {
  if (kind === "name") return market.name
  return kind === "timeZone" ? timeZoneWords(market.timeZone) : addressLine(market)
}

export const addressLine = ({ address, city, state, zip }: Address): string =>
  `${address}, ${city}, ${state} ${zip}`

/**
 * Whether a change requests the current value: time zones with the same clock count as equal, since hours and windows
 * do not change.
 */
export const changesNothing = ({ kind, wanted }: MarketChange, market: Facts): boolean =>
  kind === "timeZone"
    ? haveSameClock(wanted.timeZone, market.timeZone)
    : changeText(wanted) === currentText(kind, market)

/** An admin's decision on the change that their page showed. */
export const changeDecisionInput = z
  .object({
    changeId: z.uuid({ error: "Reload the page, please." }),
    decision: z.enum(["approve", "deny"], { error: "Approve or deny?" }),
    reason: reasonText().default(""),
  })
  .refine(({ decision, reason }) => decision === "approve" || reason.length >= SHORTEST_REASON, {
    path: ["reason"],
    error: "Tell the seller why.",
  })
