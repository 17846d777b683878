import { type Sandbox, SECRET_KEY, startSandbox } from "@pushcart/stripe-sandbox/start-sandbox"
import { afterAll, beforeAll } from "vitest"
import { ROLES, type Role } from "#core/identity/roles.ts"
import type { Ports } from "#core/ports/index.ts"
import { stripeAccounts } from "#server/adapters/stripe/stripe-accounts.ts"
import { stripeClient } from "#server/adapters/stripe/stripe-client.ts"
import { stripeSubscriptions } from "#server/adapters/stripe/stripe-subscriptions.ts"
import { createTestApi } from "#tests/support/api.ts"
import type { DocumentedCall } from "#tests/support/api-document.ts"
import { portsTo } from "#tests/support/checkout.ts"
import { useDatabase } from "#tests/support/database.ts"
import { aWorld, type World } from "./world.ts"

/** The API with its own test database and the card provider's sandbox. */
export function useSandboxApi() {
  const database = useDatabase({ zips: true, connections: 4 })
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  }, 60_000)
  afterAll(() => sandbox?.kill())

  /** A signed-in person of each role, and the API with the ports that their calls need. */
  async function signedInWorld(more: Partial<Ports> = {}) {
    const world = await aWorld(database.db)
    const stripe = stripeClient({ secretKey: SECRET_KEY, apiUrl: sandbox.base })
    const ports = {
      ...portsTo(sandbox),
      ...world.ports,
      connectedAccounts: stripeAccounts(stripe),
      subscriptions: stripeSubscriptions(stripe),
      ...more,
    }
    const api = createTestApi(database, { ports })
    const cookies = {} as Record<Role, string>
    for (const role of ROLES) cookies[role] = await api.signedIn({ userId: world.people[role], role })
    return { world, api, ports, stripe, headersOf: (call: DocumentedCall) => headersOf(cookies, call) }
  }
  return {
    database,
    signedInWorld,
    get sandbox() {
      return sandbox
    },
  }
}

export type SignedInWorld = Awaited<ReturnType<ReturnType<typeof useSandboxApi>["signedInWorld"]>> & {
  world: World
}

const headersOf = (cookies: Record<Role, string>, { roles }: DocumentedCall): Record<string, string> =>
  roles === "anyone" ? {} : { cookie: cookies[(roles as Role[])[0] as Role] }
