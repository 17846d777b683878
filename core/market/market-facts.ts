import { z } from "zod"
import { phoneField } from "#core/identity/phone.ts"
import { websiteField } from "#core/payouts/fields.ts"
import { readableText } from "#core/typed-text.ts"

const LONGEST_STORY = 600

const storyField = z
  .string()
  .overwrite(readableText)
  .max(LONGEST_STORY, `Keep this to ${LONGEST_STORY} characters.`)
  .default("")
  .transform((story) => story || null)

/** A checkbox: a browser sends "on", or nothing. */
export const tick = z
  .union([z.boolean(), z.literal("on").transform(() => true)])
  .optional()
  .transform((ticked) => ticked ?? false)

/** Facts that a seller changes without approval; customers see them immediately. One form for each. */
export const storyInput = z.object({ story: storyField })
export const marketPhoneInput = z.object({ phone: phoneField })
export const websiteInput = z.object({
  website: z
    .string()
    .overwrite(readableText)
    .transform((website) => website || undefined)
    .pipe(websiteField.optional())
    .optional()
    .transform((website) => website ?? null),
})
export const acceptedInput = z.object({ acceptsSnap: tick, acceptsWic: tick, acceptsMarketChecks: tick })

export type MarketFacts = z.output<typeof storyInput> &
  z.output<typeof marketPhoneInput> &
  z.output<typeof websiteInput> &
  Accepted
export type Accepted = z.output<typeof acceptedInput>

/** Payments that a market accepts on site besides cards; Pushcart itself accepts none of them. */
export const ACCEPTED_LABELS = {
  acceptsSnap: "SNAP",
  acceptsWic: "WIC",
  acceptsMarketChecks: "Farmers market checks",
} as const satisfies Record<keyof Accepted, string>

/** The labels of accepted payments, in a fixed order. */
export const acceptedNames = (accepted: Accepted): string[] =>
  Object.entries(ACCEPTED_LABELS).flatMap(([key, label]) => (accepted[key as keyof Accepted] ? [label] : []))
