import { z } from "zod"
import type { AccountTokenFacts } from "../connect/apply-account.ts"
import { bankFrom, bankParams } from "../connect/bank-accounts.ts"
import { individualParams, screen } from "../connect/identity.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { flag, nothing, text, whole } from "../http/params.ts"
import { newId } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { checkCard } from "./check-card.ts"

type Token = Documents["token"]

const cardInput = z.strictObject({
  address_city: text.optional(),
  address_country: text.optional(),
  address_line1: text.optional(),
  address_line2: text.optional(),
  address_state: text.optional(),
  address_zip: text.optional(),
  currency: text.optional(),
  cvc: text.optional(),
  exp_month: whole,
  exp_year: whole,
  name: text.optional(),
  number: text,
})
const createParams = z.strictObject({
  account: z
    .strictObject({
      business_type: z.literal("individual", "this sandbox knows only individuals").optional(),
      individual: individualParams.optional(),
      tos_shown_and_accepted: flag.optional(),
    })
    .optional(),
  bank_account: bankParams.optional(),
  card: cardInput.optional(),
  person: individualParams.optional(),
})

export function tokenRoutes(api: Api): void {
  api.post("/v1/tokens", createParams, createToken, { browser: true })
  api.get("/v1/tokens/:id", nothing, ({ world, account, id }) => world.store.get("token", id, account), {
    browser: true,
  })
}

function createToken(call: Call<z.output<typeof createParams>>): Token {
  const { world, account: owner, params } = call
  const { account, bank_account, card, person } = params
  if (card) return cardToken(call, card)
  if (account) {
    const { individual, business_type, tos_shown_and_accepted } = account
    return world.store.insert(blankToken(world.now(), "account"), owner, {
      business_type,
      individual: individual && screen(individual),
      tosAccepted: tos_shown_and_accepted ?? false,
    } satisfies AccountTokenFacts)
  }
  if (person) return world.store.insert(blankToken(world.now(), "person"), owner, { person: screen(person) })
  if (bank_account) {
    const { bank, facts } = bankFrom(bank_account)
    const token = { ...blankToken(world.now(), "bank_account"), bank_account: bank }
    return world.store.insert(token, owner, { bank, facts })
  }
  throw invalidRequest("You must supply either a card, customer, account, person, bank_account or pii.")
}

function cardToken({ world, account }: Call, input: z.output<typeof cardInput>): Token {
  const number = input.number.replace(/[\s-]/g, "")
  const card = checkCard({ ...input, number }, world.now())
  const token: Token = {
    ...blankToken(world.now(), "card"),
    card: {
      id: newId("card"),
      object: "card",
      address_city: input.address_city ?? null,
      address_country: input.address_country ?? null,
      address_line1: input.address_line1 ?? null,
      address_line1_check: null,
      address_line2: input.address_line2 ?? null,
      address_state: input.address_state ?? null,
      address_zip: input.address_zip ?? null,
      address_zip_check: input.address_zip ? "unchecked" : null,
      brand: { visa: "Visa", mastercard: "MasterCard", amex: "American Express", discover: "Discover" }[
        card.brand
      ],
      country: "US",
      cvc_check: input.cvc ? "unchecked" : null,
      dynamic_last4: null,
      exp_month: input.exp_month,
      exp_year: input.exp_year < 100 ? 2000 + input.exp_year : input.exp_year,
      funding: card.funding,
      last4: number.slice(-4),
      metadata: {},
      name: input.name ?? null,
      regulated_status: "unregulated",
      tokenization_method: null,
    },
  }
  const { exp_month, exp_year } = input
  return world.store.insert(token, account, { number, exp_month, exp_year })
}

export function blankToken(now: number, type: string): Token {
  const prefix = { card: "tok", bank_account: "btok", account: "ct", person: "cpt" }[type] ?? "tok"
  return {
    id: newId(prefix),
    object: "token",
    client_ip: "127.0.0.1",
    created: now,
    livemode: false,
    type,
    used: false,
  }
}
