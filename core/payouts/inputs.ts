import { z } from "zod"
import { agreeField } from "#core/identity/fields.ts"
import { PAYOUT_SCHEDULES } from "#core/identity/states.ts"
import { productDescriptionField, websiteField } from "./fields.ts"

const token = (prefix: string) =>
  z
    .string({ error: "The details did not reach Stripe. Please try again." })
    .regex(new RegExp(`^${prefix}_\\w+$`), "The details did not reach Stripe. Please try again.")

/** What the onboarding wizard sends us: tokens in place of identity and bank. */
export const connectAccountInput = z.object({
  accountToken: token("ct"),
  bankToken: token("btok"),
  website: websiteField.optional(),
  productDescription: productDescriptionField.optional(),
  schedule: z.enum(PAYOUT_SCHEDULES, { error: "Choose a payout schedule." }),
  agree: agreeField("To be paid, agree to Stripe's privacy policy and terms."),
})
export type ConnectAccountInput = z.output<typeof connectAccountInput>

/** What the requirement wizard sends us: whichever of them was missing. */
export const meetRequirementsInput = z.object({
  accountToken: token("ct").optional(),
  bankToken: token("btok").optional(),
  website: websiteField.optional(),
  productDescription: productDescriptionField.optional(),
})
export type MeetRequirementsInput = z.output<typeof meetRequirementsInput>
