import type { Documents } from "../store/documents.ts"
import { PLATFORM } from "../store/store.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import type { IdentityFacts } from "./identity.ts"

export type Account = Documents["account"]
type Requirements = NonNullable<Account["requirements"]>

export interface AccountFacts {
  person?: string
  /** Dotted names of all fields ever given, such as `individual.dob.day`. */
  given?: string[]
  /** Requirements that a test added to the account. */
  extra?: string[]
  rejected?: "fraud" | "terms_of_service" | "other"
}

/** Fields that Stripe requires of an individual in the US who receives transfers. */
const NEEDED = [
  "business_profile.url",
  "business_type",
  "external_account",
  "individual.address.city",
  "individual.address.line1",
  "individual.address.postal_code",
  "individual.address.state",
  "individual.dob.day",
  "individual.dob.month",
  "individual.dob.year",
  "individual.email",
  "individual.first_name",
  "individual.last_name",
  "individual.phone",
  "individual.ssn_last_4",
  "tos_acceptance.date",
  "tos_acceptance.ip",
]

const DOCUMENT = "individual.verification.document"

/** Recomputes an account's requirements and capabilities, saves them, and emits an event when something changed. */
export function refreshAccount(world: World, account: Account, announce = true): Account {
  const before = world.store.find("account", account.id, PLATFORM)
  const due = dueOf(world, account)
  const facts = world.store.hidden<AccountFacts>(account.id)
  const requirements = requirementsOf(due, facts, failsIdentity(world, facts))
  const may = due.length === 0 && !facts.rejected
  const capabilities = Object.fromEntries(
    Object.keys(account.capabilities ?? {}).map((name) => [name, may ? "active" : "inactive"]),
  ) as Account["capabilities"]
  const refreshed: Account = {
    ...account,
    capabilities,
    charges_enabled: capabilities?.card_payments === "active",
    details_submitted: NEEDED.every((name) => !due.includes(name)),
    future_requirements: { ...requirementsOf([], {}, false) },
    payouts_enabled: may && capabilities?.transfers === "active",
    requirements,
  }
  world.store.save(refreshed)
  if (announce && JSON.stringify(before) !== JSON.stringify(refreshed)) {
    emitForAccount(world, "account.updated", refreshed, account.id)
  }
  return refreshed
}

/** Emits an event that carries the connected account's id, although the account object belongs to the platform. */
export function emitForAccount(world: World, type: string, object: object, account: string): void {
  emitEvent(world, type, object, account)
}

function dueOf(world: World, account: Account): string[] {
  const { given = [], extra = [], ...facts } = world.store.hidden<AccountFacts>(account.id)
  const has = new Set(given)
  if (has.has("individual.id_number")) has.add("individual.ssn_last_4")
  if (has.has("business_profile.product_description")) has.add("business_profile.url")
  if (world.store.where("bank_account", account.id).length) has.add("external_account")
  const due = NEEDED.filter((name) => !has.has(name))
  const failed = failsIdentity(world, facts) ? [DOCUMENT] : []
  return [...new Set([...due, ...failed, ...extra])].sort()
}

/** Whether identity verification failed: an identity was given, but neither the number nor a document proves it. */
function failsIdentity(world: World, facts: AccountFacts): boolean {
  const person = facts.person ? world.store.find("person", facts.person) : null
  const { matches, document } = world.store.hidden<IdentityFacts>(facts.person ?? "")
  if (!person) return false
  return (matches === false || document === "rejected") && document !== "accepted"
}

function requirementsOf(due: string[], facts: AccountFacts, failed: boolean): Requirements {
  const urgent = due.filter((name) => name === DOCUMENT || facts.extra?.includes(name))
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: facts.rejected
      ? `rejected.${facts.rejected}`
      : due.length
        ? "requirements.past_due"
        : null,
    errors: failed
      ? [
          {
            code: "verification_failed_keyed_identity",
            reason:
              "The person's keyed-in identity information could not be verified. Correct any errors or upload a document that matches the identity fields (e.g., name and date of birth) entered.",
            requirement: DOCUMENT,
          },
        ]
      : [],
    eventually_due: due,
    past_due: urgent.length ? due : [],
    pending_verification: [],
  }
}
