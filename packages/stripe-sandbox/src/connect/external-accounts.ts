import { z } from "zod"
import type { BankFacts } from "../balance/payouts.ts"
import type { Api } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { flag, mergeMetadata, metadata, nothing, text } from "../http/params.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"
import { type BankAccount, bankFrom, bankParams } from "./bank-accounts.ts"
import { emitForAccount, refreshAccount } from "./requirements.ts"

export const externalAccount = z.union([text, bankParams])
const PATH = "/v1/accounts/:id/external_accounts"

export function externalAccountRoutes(api: Api): void {
  const { store } = api.world
  const createParams = z.strictObject({
    default_for_currency: flag.optional(),
    external_account: externalAccount,
    metadata: metadata.optional(),
  })
  api.post(PATH, createParams, ({ world, id, params }) => {
    const bank = addBank(world, id, params.external_account, params.default_for_currency)
    refreshAccount(world, store.get("account", id, PLATFORM))
    return bank
  })
  api.get(PATH, listParams.extend({ object: text.optional() }), (call) => {
    store.get("account", call.id, PLATFORM)
    return listOf(call, "bank_account", {}, call.id)
  })
  api.get(`${PATH}/:sub`, nothing, ({ id, sub }) => store.get("bank_account", sub, id))
  api.post(
    `${PATH}/:sub`,
    z.strictObject({
      account_holder_name: text.optional(),
      default_for_currency: flag.optional(),
      metadata: metadata.optional(),
    }),
    ({ world, id, sub, params }) => {
      const bank = store.get("bank_account", sub, id)
      if (params.default_for_currency) dropDefault(world, id)
      const changed = store.save({
        ...bank,
        ...params,
        metadata: mergeMetadata(bank.metadata, params.metadata),
      })
      emitForAccount(world, "account.external_account.updated", changed, id)
      return changed
    },
  )
  api.delete(`${PATH}/:sub`, nothing, ({ world, id, sub }) => {
    const bank = store.get("bank_account", sub, id)
    if (bank.default_for_currency && store.where("bank_account", id).length > 1) {
      throw invalidRequest(
        "You cannot delete the default external account for your default currency. Please make another external account the default using the `default_for_currency` param, and then delete this one.",
      )
    }
    store.remove(sub)
    emitForAccount(world, "account.external_account.deleted", bank, id)
    refreshAccount(world, store.get("account", id, PLATFORM))
    return { id: sub, object: "bank_account", deleted: true }
  })
}

/** Adds the bank account that a token or raw numbers describe. The first one becomes the default. */
export function addBank(
  world: World,
  account: string,
  given: z.output<typeof externalAccount>,
  makeDefault = false,
): BankAccount {
  world.store.get("account", account, PLATFORM)
  const { bank, facts } = typeof given === "string" ? fromToken(world, given) : bankFrom(given)
  const first = world.store.where("bank_account", account).length === 0
  if (makeDefault) dropDefault(world, account)
  const added: BankAccount = { ...bank, account, default_for_currency: first || makeDefault }
  world.store.insert(added, account, facts)
  emitForAccount(world, "account.external_account.created", added, account)
  return added
}

function dropDefault(world: World, account: string): void {
  for (const bank of world.store.where("bank_account", account)) {
    world.store.save({ ...bank, default_for_currency: false })
  }
}

function fromToken(world: World, id: string): { bank: BankAccount; facts: BankFacts } {
  const token = world.store.get("token", id, undefined, "external_account")
  if (token.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
      code: "token_already_used",
    })
  }
  const { bank, facts } = world.store.hidden<{ bank: BankAccount; facts: BankFacts }>(id)
  if (!bank) throw invalidRequest(`The token ${id} is not a bank account's.`, { param: "external_account" })
  world.store.save({ ...token, used: true })
  return { bank, facts: facts ?? {} }
}
