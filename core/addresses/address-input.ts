import { z } from "zod"
import { shipToInput } from "#core/checkout/checkout.ts"
import { oneLine, readableText } from "#core/typed-text.ts"

const MAX_LABEL_LENGTH = 40
export const MAX_INSTRUCTIONS_LENGTH = 300

const ticked = z
  .literal("on")
  .optional()
  .transform((sent) => sent === "on")

/** "Home"; "" if there is none. */
const labelField = z
  .string()
  .overwrite(readableText)
  .overwrite(oneLine)
  .max(MAX_LABEL_LENGTH, `Keep this to ${MAX_LABEL_LENGTH} characters.`)
  .optional()
  .transform((label) => label ?? "")

/** Instructions for the courier at the door: a gate code, where to leave the order. */
const instructionsField = z
  .string()
  .overwrite(readableText)
  .max(MAX_INSTRUCTIONS_LENGTH, `Keep this to ${MAX_INSTRUCTIONS_LENGTH} characters.`)
  .optional()
  .transform((text) => text || null)

export const NO_NUMBER_MESSAGE = "This address has no number. Add it, or say below that there is none."

/** Requires a confirmation for an address without a number: most people forgot it, and some houses have none. */
const askForNumber = (
  { address, hasNoNumber }: { address: string; hasNoNumber: boolean },
  { addIssue }: z.RefinementCtx,
) => {
  if (!/\p{Nd}/u.test(address) && !hasNoNumber)
    addIssue({ code: "custom", path: ["address"], message: NO_NUMBER_MESSAGE })
}

/** The form of one saved address. */
const addressForm = z.object({
  label: labelField,
  ...shipToInput.shape,
  instructions: instructionsField,
  isFirstChoice: ticked,
})
export type AddressInput = z.output<typeof addressForm>
export const addressInput = addressForm.extend({ hasNoNumber: ticked }).superRefine(askForNumber)

/** The form of /ship-to: the address of this cart, which may be saved for the next one. */
export const shipToPageInput = z
  .object({
    ...shipToInput.shape,
    hasNoNumber: ticked,
    instructions: instructionsField,
    save: ticked,
    label: labelField,
  })
  .superRefine(askForNumber)

export const chosenAddressInput = z.object({
  addressId: z.string({ error: "Choose an address." }),
})
