import type { Stripe } from "@stripe/stripe-js"
import {
  accountHolderField,
  accountNumberField,
  parseUsDate,
  routingNumberField,
  ssnField,
} from "#core/payouts/fields.ts"
import type { Panel } from "#core/payouts/requirements.ts"
import { bankParams, individualParams } from "#core/payouts/token-params.ts"
import type { RawIdentity } from "#core/ports/connected-accounts.ts"
import type { PaymentScript } from "#core/ports/payments.ts"
import type { Typed } from "./panels.ts"

/** The person's data from our database, which Stripe requires in addition to the identity. */
export type KnownPerson = RawIdentity["person"]

const STRIPE_FILES = "https://files.stripe.com/v1/files"

/**
 * Sends identity, bank account and document to Stripe from this browser, and returns the form for our server: tokens
 * and non-secret fields. Throws an Error with Stripe's own message if it rejects something.
 */
export async function tokenise(
  stripe: Stripe,
  script: PaymentScript,
  given: { typed: Typed; person: KnownPerson; panels: readonly Panel[] },
): Promise<FormData> {
  const { typed, person, panels } = given
  const form = new FormData()
  const front =
    panels.includes("document") && typed.document ? await upload(script, typed.document) : undefined
  if (panels.includes("identity") || front)
    form.set("accountToken", await accountToken(stripe, typed, person, panels.includes("identity"), front))
  if (panels.includes("bank")) form.set("bankToken", await bankToken(stripe, typed))
  if (panels.includes("market") && typed.question === "yes") form.set("website", typed.url)
  if (panels.includes("market") && typed.question === "no") form.set("productDescription", typed.description)
  if (typed.payout) form.set("schedule", typed.payout)
  if (typed.agree) form.set("agree", "on")
  return form
}

/** A document alone is sent without the person's data. */
const identityOf = (typed: Typed, person: KnownPerson) =>
  individualParams({ person, born: parseUsDate(typed.dob) ?? undefined, ssn: ssnField.parse(typed.ssn) })

async function accountToken(
  stripe: Stripe,
  typed: Typed,
  person: KnownPerson,
  whole: boolean,
  front: string | undefined,
): Promise<string> {
  const { token, error } = await stripe.createToken("account", {
    business_type: "individual",
    ...(whole ? { tos_shown_and_accepted: true } : {}),
    individual: {
      ...(whole ? identityOf(typed, person) : {}),
      ...(front ? { verification: { document: { front } } } : {}),
    },
  })
  if (!token) throw new Error(error?.message ?? UNREACHED)
  return token.id
}

async function bankToken(stripe: Stripe, typed: Typed): Promise<string> {
  const bank = bankParams({
    accountNumber: accountNumberField.parse(typed.account),
    routingNumber: routingNumberField.parse(typed.routing),
    holder: accountHolderField.parse(typed.holder),
  })
  const { token, error } = await stripe.createToken("bank_account", bank)
  if (!token) throw new Error(error?.message ?? UNREACHED)
  return token.id
}

/** Uploads the image of a passport straight to Stripe, with the publishable key. */
async function upload({ publishableKey, localScript }: PaymentScript, file: File): Promise<string> {
  const body = new FormData()
  body.set("purpose", "identity_document")
  body.set("file", file)
  const url = localScript ? localScript.replace(/\/v3\/.*$/, "/v1/files") : STRIPE_FILES
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Bearer ${publishableKey}` },
    body,
  })
  const answer = (await response.json()) as { id?: string; error?: { message?: string } }
  if (!answer.id) throw new Error(answer.error?.message ?? UNREACHED)
  return answer.id
}

const UNREACHED = "Stripe isn't responding right now. Nothing was sent. Try again in a minute."
