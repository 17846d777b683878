import { z } from "zod"
import { priceData } from "../billing/prices.ts"
import { currency, flag, metadata, shipping, statementSuffix, text, whole } from "../http/params.ts"

const lineItem = z.strictObject({
  adjustable_quantity: z.unknown().optional(),
  metadata: metadata.optional(),
  price: text.optional(),
  price_data: priceData.optional(),
  quantity: whole.optional(),
})

export const createParams = z.strictObject({
  allow_promotion_codes: flag.optional(),
  billing_address_collection: z.enum(["auto", "required"]).optional(),
  cancel_url: text.optional(),
  client_reference_id: text.max(200).optional(),
  currency: currency.optional(),
  customer: text.optional(),
  customer_creation: z.enum(["always", "if_required"]).optional(),
  customer_email: text.optional(),
  expires_at: whole.optional(),
  line_items: z.array(lineItem).max(100).optional(),
  locale: text.optional(),
  metadata: metadata.optional(),
  mode: z.enum(["payment", "setup", "subscription"]),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      receipt_email: text.optional(),
      setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
      shipping: shipping.optional(),
      statement_descriptor_suffix: statementSuffix.optional(),
      transfer_group: text.optional(),
    })
    .optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  saved_payment_method_options: z
    .strictObject({
      allow_redisplay_filters: z.array(z.enum(["always", "limited", "unspecified"])).optional(),
      payment_method_remove: z.enum(["disabled", "enabled"]).optional(),
      payment_method_save: z.enum(["disabled", "enabled"]).optional(),
    })
    .optional(),
  setup_intent_data: z
    .strictObject({ description: text.optional(), metadata: metadata.optional() })
    .optional(),
  submit_type: z.enum(["auto", "book", "donate", "pay", "subscribe"]).optional(),
  subscription_data: z
    .strictObject({ description: text.optional(), metadata: metadata.optional() })
    .optional(),
  success_url: text,
  ui_mode: z.literal("hosted_page", "this sandbox has only the hosted page").optional(),
})

export type CreateParams = z.output<typeof createParams>
