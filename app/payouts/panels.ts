import { z } from "zod"
import "../forms/zod-without-eval.ts"
import { agreeField } from "#core/identity/fields.ts"
import { PAYOUT_SCHEDULES } from "#core/identity/states.ts"
import {
  accountHolderField,
  accountNumberField,
  dateOfBirthField,
  productDescriptionField,
  routingNumberField,
  ssnField,
  websiteField,
} from "#core/payouts/fields.ts"
import type { Panel } from "#core/payouts/requirements.ts"

/** The typed values. They stay in the page's memory and are sent to Stripe from there. */
export type Typed = {
  dob: string
  ssn: string
  question: "" | "yes" | "no"
  url: string
  description: string
  account: string
  routing: string
  holder: string
  payout: string
  agree: boolean
  document: File | null
}

export const NOTHING_TYPED: Typed = {
  dob: "",
  ssn: "",
  question: "",
  url: "",
  description: "",
  account: "",
  routing: "",
  holder: "",
  payout: "",
  agree: false,
  document: null,
}

export type Faults = Partial<Record<keyof Typed, string[]>>

/** The errors of one panel; empty if it is valid. `first` requires schedule and agreement too. */
export function faultsOf(panel: Panel, typed: Typed, { first }: { first: boolean }): Faults {
  const schema = schemaOf(panel, typed, first)
  const parsed = schema.safeParse(typed)
  return parsed.success ? {} : (z.flattenError(parsed.error).fieldErrors as Faults)
}

const DOCUMENT_REQUIRED = "Choose a photo of your passport, driver's license or ID card."

function schemaOf(panel: Panel, typed: Typed, first: boolean): z.ZodObject {
  switch (panel) {
    case "identity":
      return z.object({ dob: dateOfBirthField(new Date()), ssn: ssnField })
    case "market":
      return z.object({
        question: z.enum(["yes", "no"], { error: "Choose Yes or No." }),
        ...(typed.question === "yes" ? { url: websiteField } : {}),
        ...(typed.question === "no" ? { description: productDescriptionField } : {}),
      })
    case "bank":
      return z.object({
        account: accountNumberField,
        routing: routingNumberField,
        holder: accountHolderField,
        ...(first
          ? {
              payout: z.enum(PAYOUT_SCHEDULES, { error: "Choose a payout schedule." }),
              agree: agreeField("To be paid, agree to Stripe's privacy policy and terms."),
            }
          : {}),
      })
    case "document":
      return z.object({ document: z.instanceof(File, { error: DOCUMENT_REQUIRED }) })
  }
}
