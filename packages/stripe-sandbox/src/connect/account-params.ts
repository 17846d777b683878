import { z } from "zod"
import { address, flag, metadata, text, whole } from "../http/params.ts"
import { externalAccount } from "./external-accounts.ts"
import { individualParams } from "./identity.ts"

const schedule = z.strictObject({
  delay_days: text.optional(),
  interval: z.enum(["daily", "manual", "monthly", "weekly"]).optional(),
  monthly_anchor: whole.optional(),
  weekly_anchor: text.optional(),
})

const capability = z.strictObject({ requested: flag.optional() })

export const updateParams = z.strictObject({
  account_token: text.optional(),
  business_profile: z
    .strictObject({
      mcc: text.optional(),
      name: text.optional(),
      product_description: text.optional(),
      support_address: address.optional(),
      support_email: text.optional(),
      support_phone: text.optional(),
      support_url: text.optional(),
      url: text.optional(),
    })
    .optional(),
  business_type: z.enum(["individual"], "this sandbox knows only individuals").optional(),
  capabilities: z
    .strictObject({ card_payments: capability.optional(), transfers: capability.optional() })
    .optional(),
  default_currency: text.optional(),
  email: text.optional(),
  external_account: externalAccount.optional(),
  individual: individualParams.optional(),
  metadata: metadata.optional(),
  settings: z
    .strictObject({
      branding: z.unknown().optional(),
      card_payments: z.unknown().optional(),
      payments: z.strictObject({ statement_descriptor: text.optional() }).optional(),
      payouts: z
        .strictObject({
          debit_negative_balances: flag.optional(),
          schedule: schedule.optional(),
          statement_descriptor: text.optional(),
        })
        .optional(),
    })
    .optional(),
  tos_acceptance: z
    .strictObject({
      date: whole.optional(),
      ip: text.optional(),
      service_agreement: text.optional(),
      user_agent: text.optional(),
    })
    .optional(),
})

export const createParams = updateParams.extend({
  controller: z
    .strictObject({
      fees: z.strictObject({ payer: z.enum(["account", "application"]) }).optional(),
      losses: z.strictObject({ payments: z.enum(["application", "stripe"]) }).optional(),
      requirement_collection: z.enum(["application", "stripe"]).optional(),
      stripe_dashboard: z.strictObject({ type: z.enum(["express", "full", "none"]) }).optional(),
    })
    .optional(),
  country: text.optional(),
  type: z.enum(["custom", "express", "standard"]).optional(),
})

export type CreateParams = z.output<typeof createParams>
export type UpdateParams = z.output<typeof updateParams>
