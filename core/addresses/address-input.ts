import { z } from "zod"
import { shipToInput } from "#core/checkout/inputs.ts"
import { oneLine, readableText } from "#core/typed-text.ts"

const MAX_LABEL_LENGTH = 40
export const MAX_INSTRUCTIONS_LENGTH = 300

const ticked = z
  .literal("on")
  .optional()
  .transform((sent) => sent === "on")

/** "Home"; "" where there is none. */
const labelField = z
  .string()
  .overwrite(readableText)
  .overwrite(oneLine)
  .max(MAX_LABEL_LENGTH, `Keep this to ${MAX_LABEL_LENGTH} characters.`)
  .optional()
  .transform((label) => label ?? "")

/** What the courier has to know at the door: a gate code, where to leave it. */
const instructionsField = z
  .string()
  .overwrite(readableText)
  .max(MAX_INSTRUCTIONS_LENGTH, `Keep this to ${MAX_INSTRUCTIONS_LENGTH} characters.`)
  .optional()
  .transform((text) => text || null)

/** The form of one saved address. */
export const addressInput = z.object({
  label: labelField,
  ...shipToInput.shape,
  instructions: instructionsField,
  isFirstChoice: ticked,
})
export type AddressInput = z.output<typeof addressInput>

/** The form of /ship-to: the address of this cart, which may be saved for the next one. */
export const shipToPageInput = z.object({
  ...shipToInput.shape,
  instructions: instructionsField,
  save: ticked,
  label: labelField,
})

export const chosenAddressInput = z.object({
  addressId: z.string({ error: "Choose an address." }),
})
