import { z } from "zod"
import { agreeField } from "#core/identity/fields.ts"
import { PAYOUT_SCHEDULES } from "#core/identity/states.ts"
import { productDescriptionField, websiteField } from "./fields.ts"

const token = (prefix: string) =>
  z
    .string({ error: "Your details didn't reach Stripe. Please try again." })
    .regex(new RegExp(`^${prefix}_\\w+$`), "Your details didn't reach Stripe. Please try again.")

/** The onboarding wizard's input: identity and bank are tokens. */
export const connectAccountInput = z.object({
  accountToken: token("ct"),
  bankToken: token("btok"),
  website: websiteField.optional(),
  productDescription: productDescriptionField.optional(),
  schedule: z.enum(PAYOUT_SCHEDULES, { error: "Choose a payout schedule." }),
  agree: agreeField("To be paid, agree to Stripe's privacy policy and terms."),
})
export type ConnectAccountInput = z.output<typeof connectAccountInput>

/** The requirement wizard's input: any subset of the missing requirements. */
export const meetRequirementsInput = z.object({
  accountToken: token("ct").optional(),
  bankToken: token("btok").optional(),
  website: websiteField.optional(),
  productDescription: productDescriptionField.optional(),
})
export type MeetRequirementsInput = z.output<typeof meetRequirementsInput>
