import { z } from "zod"
import { balanceOf } from "../balance/record-transaction.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest, noAccess } from "../http/errors.ts"
import { listOf, listParams, wholeList } from "../http/lists.ts"
import { nothing } from "../http/params.ts"
import { newId } from "../ids.ts"
import { PLATFORM } from "../store/store.ts"
import type { World } from "../world.ts"
import { createParams, updateParams } from "./account-params.ts"
import { applyAccount } from "./apply-account.ts"
import { blankAccount } from "./blank-account.ts"
import { blankPerson } from "./identity.ts"
import { type Account, type AccountFacts, refreshAccount } from "./requirements.ts"

const REJECTIONS = ["fraud", "terms_of_service", "other"] as const

export function accountRoutes(api: Api): void {
  const { store, computed, controls } = api.world
  computed.account = {
    always: {
      individual: (world, account: Account) => personOf(world, account.id),
      external_accounts: (world, account: Account) =>
        wholeList(
          world.store.where("bank_account", account.id).reverse(),
          `/v1/accounts/${account.id}/external_accounts`,
        ),
    },
  }
  api.post("/v1/accounts", createParams, create)
  api.get("/v1/accounts", listParams, (call) => listOf(call, "account", {}, PLATFORM))
  api.get("/v1/account", nothing, ({ account }) => {
    if (account) return store.get("account", account, PLATFORM)
    throw invalidRequest(
      "The sandbox's platform has no account object: name one with Stripe-Account.",
      {},
      404,
    )
  })
  api.get("/v1/accounts/:id", nothing, ({ id }) => {
    const account = store.find("account", id, PLATFORM)
    if (account) return account
    throw noAccess(id)
  })
  api.post("/v1/accounts/:id", updateParams, ({ world, id, params }) =>
    refreshAccount(world, applyAccount(world, store.get("account", id, PLATFORM), params)),
  )
  api.post("/v1/accounts/:id/reject", z.strictObject({ reason: z.enum(REJECTIONS) }), (call) => {
    const account = store.get("account", call.id, PLATFORM)
    store.hide(account.id, { rejected: call.params.reason } satisfies AccountFacts)
    return refreshAccount(call.world, account)
  })
  api.delete("/v1/accounts/:id", nothing, ({ world, id }) => {
    if (!store.find("account", id, PLATFORM)) throw noAccess(id)
    const { available, pending } = balanceOf(world, id)
    if (available !== 0 || pending !== 0) throw holdsMoney()
    store.remove(id)
    return { id, object: "account", deleted: true }
  })
  controls.account = (body) => setState(api.world, stateBody.parse(body))
}

function create({ world, params }: Call<z.output<typeof createParams>>): Account {
  const account = world.store.insert(blankAccount(world.now(), params), PLATFORM)
  const person = blankPerson(newId("person"), account.id, world.now())
  world.store.insert(person, account.id)
  world.store.hide(account.id, { person: person.id } satisfies AccountFacts)
  return refreshAccount(world, applyAccount(world, account, params), false)
}

/**
 * Rejects the deletion of an account that holds money, as live mode does. Test mode allows it, but shops must not rely
 * on that.
 */
const holdsMoney = () =>
  invalidRequest(
    "For an account created with your live-mode key, you cannot delete the account when the balance in any currency is non-zero. Currencies with non-zero balances: usd.",
  )

function personOf(world: World, account: string) {
  const { person } = world.store.hidden<AccountFacts>(account)
  return person ? (world.store.find("person", person, account) ?? undefined) : undefined
}

const stateBody = z.object({
  id: z.string(),
  /** Requirements to add to the account, such as `individual.verification.document`. */
  due: z.array(z.string()).optional(),
  reject: z.enum(REJECTIONS).nullable().optional(),
})

/** For tests: adds requirements to an account, rejects it, or withdraws a rejection (`reject: null`). */
function setState(world: World, { id, due, reject }: z.output<typeof stateBody>): Account {
  return world.store.transaction(() => {
    const account = world.store.get("account", id, PLATFORM)
    if (due) world.store.hide(id, { extra: due } satisfies AccountFacts)
    if (reject !== undefined) world.store.hide(id, { rejected: reject ?? undefined })
    return refreshAccount(world, account)
  })
}
