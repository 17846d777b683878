import { invalidRequest } from "../http/errors.ts"
import { newId } from "../ids.ts"
import type { CreateParams } from "./account-params.ts"
import type { Account } from "./requirements.ts"

const SETTINGS: Account["settings"] = {
  bacs_debit_payments: { display_name: null, service_user_number: null },
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: false },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: null, timezone: "Etc/UTC" },
  payments: {
    statement_descriptor: null,
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: "daily" },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
}

/** A new connected account, described by `controller` properties. Rejects the older `type` when both are given. */
export function blankAccount(now: number, { controller, country = "US", type }: CreateParams): Account {
  if (controller && type) {
    throw invalidRequest(
      "You may not provide the `type` parameter and `controller` parameters simultaneously.",
    )
  }
  if (country !== "US")
    throw invalidRequest("This sandbox knows only accounts in the US.", { param: "country" })
  const collects = controller?.requirement_collection ?? (type === "custom" ? "application" : "stripe")
  const dashboard = controller?.stripe_dashboard?.type ?? (type === "custom" ? "none" : "full")
  return {
    id: newId("acct"),
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: {
      fees: { payer: controller?.fees?.payer ?? "application" },
      is_controller: true,
      losses: { payments: controller?.losses?.payments ?? "application" },
      requirement_collection: collects,
      stripe_dashboard: { type: dashboard },
      type: "application",
    },
    country,
    created: now,
    default_currency: "usd",
    details_submitted: false,
    email: null,
    metadata: {},
    payouts_enabled: false,
    settings: SETTINGS,
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: dashboard === "none" ? "none" : (type ?? "none"),
  }
}
