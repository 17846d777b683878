import { z } from "zod"
import type { BankFacts } from "../balance/payouts.ts"
import { invalidRequest } from "../http/errors.ts"
import { text } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"

export type BankAccount = Documents["bank_account"]

export const bankParams = z.strictObject({
  object: z.literal("bank_account").optional(),
  account_holder_name: text.optional(),
  account_holder_type: z.enum(["company", "individual"]).optional(),
  account_number: text,
  account_type: z.enum(["checking", "savings"]).optional(),
  country: text,
  currency: text.optional(),
  routing_number: text.optional(),
})

/** Account numbers to which payouts fail, from https://docs.stripe.com/connect/testing. */
const FAILING: Record<string, BankFacts["failure"]> = {
  "000111111116": { code: "no_account", message: "The bank account could not be located." },
  "000111111113": { code: "account_closed", message: "The bank account has been closed." },
  "000222222227": { code: "insufficient_funds", message: "The account has insufficient funds." },
  "000333333335": { code: "debit_not_authorized", message: "Debit transactions are not approved." },
  "000444444440": { code: "invalid_currency", message: "The bank could not process this currency." },
}

/** Creates a bank account from its numbers. Only the last four digits and the test number's behavior are stored. */
export function bankFrom(input: z.output<typeof bankParams>): { bank: BankAccount; facts: BankFacts } {
  const number = input.account_number.replace(/\D/g, "")
  if (!/^\d{4,17}$/.test(number)) {
    throw invalidRequest("Invalid account number: it must contain 4 to 17 digits.", {
      code: "account_number_invalid",
      param: "bank_account[account_number]",
    })
  }
  if (!routingValid(input.routing_number ?? "")) {
    throw invalidRequest("Invalid routing number for USD; must contain exactly 9 digits and be a real one.", {
      code: "routing_number_invalid",
      param: "bank_account[routing_number]",
    })
  }
  const failure = FAILING[number]
  return {
    bank: {
      id: newId("ba"),
      object: "bank_account",
      account: null,
      account_holder_name: input.account_holder_name ?? null,
      account_holder_type: input.account_holder_type ?? null,
      account_type: input.account_type ?? null,
      available_payout_methods: ["standard"],
      bank_name: "STRIPE TEST BANK",
      country: "US",
      currency: "usd",
      default_for_currency: null,
      fingerprint: Bun.hash(number).toString(36).slice(0, 16),
      future_requirements: null,
      last4: number.slice(-4),
      metadata: {},
      requirements: null,
      routing_number: input.routing_number ?? null,
      status: "new",
    },
    facts: failure ? { failure } : {},
  }
}

/** Whether a routing number has nine digits and a valid ABA check digit. */
function routingValid(routing: string): boolean {
  if (!/^\d{9}$/.test(routing)) return false
  const weights = [3, 7, 1]
  const sum = [...routing].reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}
