import { invalidRequest } from "../http/errors.ts"
import { fullAddress, mergeMetadata } from "../http/params.ts"
import type { World } from "../world.ts"
import type { UpdateParams } from "./account-params.ts"
import { addBank } from "./external-accounts.ts"
import { applyIdentity, type Screened, screen } from "./identity.ts"
import type { Account, AccountFacts } from "./requirements.ts"

/** The contents of an account token. Its social security number was checked and dropped when the token was created. */
export interface AccountTokenFacts {
  business_type?: "individual"
  individual?: Screened
  tosAccepted?: boolean
}

/** Applies parameters, and those of an account token, to an account. The caller then recomputes the requirements. */
export function applyAccount(world: World, account: Account, params: UpdateParams): Account {
  const token = params.account_token ? readToken(world, params.account_token) : {}
  const individual = token.individual ?? (params.individual && screen(params.individual))
  const type = token.business_type ?? params.business_type
  const { person: personId = "" } = world.store.hidden<AccountFacts>(account.id)
  if (individual) applyIdentity(world, world.store.get("person", personId, account.id), individual)
  if (params.external_account) addBank(world, account.id, params.external_account, true)
  const tos = token.tosAccepted ? { date: world.now(), ip: "127.0.0.1" } : params.tos_acceptance
  remember(world, account.id, params, individual, type, tos)
  const { business_profile: profile } = params
  const changed: Account = {
    ...account,
    business_type: type ?? account.business_type,
    capabilities: requested(account, params),
    email: params.email ?? account.email,
    metadata: mergeMetadata(account.metadata, params.metadata),
    settings: settingsOf(account, params),
    tos_acceptance: tos ? { ...account.tos_acceptance, ...tos } : account.tos_acceptance,
  }
  if (profile && changed.business_profile) {
    const { support_address, ...plain } = profile
    changed.business_profile = { ...changed.business_profile, ...plain }
    if (support_address) changed.business_profile.support_address = fullAddress(support_address)
  }
  return changed
}

function readToken(world: World, id: string): AccountTokenFacts {
  const token = world.store.get("token", id, undefined, "account_token")
  if (token.type !== "account") {
    throw invalidRequest(`The token ${id} is not an account's.`, { param: "account_token" })
  }
  if (token.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
      code: "token_already_used",
    })
  }
  const facts = world.store.hidden<AccountTokenFacts>(id)
  world.store.save({ ...token, used: true })
  return facts
}

/** Records the dotted names of all fields ever given, and drops the extra requirements that they meet. */
function remember(
  world: World,
  account: string,
  params: UpdateParams,
  individual: Screened | undefined,
  type: string | null | undefined,
  tos: object | undefined,
): void {
  const { given = [], extra = [] } = world.store.hidden<AccountFacts>(account)
  const number = individual?.fullNumber ? "id_number" : "ssn_last_4"
  const now = dotted({
    business_profile: params.business_profile,
    business_type: type,
    email: params.email,
    individual: individual && {
      ...individual.fields,
      ...(individual.matches === undefined ? {} : { [number]: "given" }),
    },
    tos_acceptance: tos,
  })
  const meets = (name: string) => now.some((field) => field === name || field.startsWith(`${name}.`))
  world.store.hide(account, {
    given: [...new Set([...given, ...now])],
    extra: extra.filter((name) => !meets(name)),
  } satisfies AccountFacts)
}

function dotted(value: object, prefix = ""): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    if (inner === undefined || inner === null || inner === "") return []
    const path = prefix ? `${prefix}.${name}` : name
    return typeof inner === "object" ? dotted(inner, path) : [path]
  })
}

function requested(account: Account, { capabilities }: UpdateParams): Account["capabilities"] {
  const all: Record<string, string> = { ...account.capabilities }
  for (const [name, given] of Object.entries(capabilities ?? {})) {
    if (given?.requested === true) all[name] ??= "inactive"
    if (given?.requested === false) delete all[name]
  }
  return all as Account["capabilities"]
}

function settingsOf(account: Account, { settings }: UpdateParams): Account["settings"] {
  if (!account.settings?.payouts || !settings) return account.settings
  const { payouts, payments } = settings
  const { delay_days, ...schedule } = payouts?.schedule ?? {}
  return {
    ...account.settings,
    payments: { ...account.settings.payments, ...payments },
    payouts: {
      ...account.settings.payouts,
      ...payouts,
      schedule: {
        ...account.settings.payouts.schedule,
        ...schedule,
        ...(delay_days && delay_days !== "minimum" ? { delay_days: Number(delay_days) } : {}),
      },
    },
  }
}
