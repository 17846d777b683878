import { expect, it } from "vitest"
import { PATHS } from "#tests/baseline/page-paths.ts"
import { STATE_PATHS, VISITS } from "#tests/baseline/visits.ts"
import { BAD_SSN, tokensFor } from "#tests/support/payout-accounts.ts"
import { sandboxOf } from "#tests/support/site-sandbox.ts"
import { as, deleteAccount, reportWalk, signOut, usePageWorld, type Walk, walkAs } from "./translated-walk.ts"

/** Every page of sellers, couriers and admins, translated, as in translated-walk-customers.test.ts. */
const { server, aWalk, world } = usePageWorld()
const TIMEOUT_MS = 600_000
const SIGNED_IN = [...PATHS.payoutAccounts, ...PATHS.signedIn, ...PATHS.members]

/** Connects with Stripe, which then requires more. */
async function connectInVain(walk: Walk, address: string): Promise<void> {
  const tokens = await tokensFor(sandboxOf(server), { ssn: BAD_SSN })
  const form = { ...tokens, productDescription: "Vegetables", schedule: "weekly", agree: "on" }
  const answer = await walk.page.request.post(address, { form, headers: { Origin: server.url } })
  expect(answer.url()).toMatch(/thank-?you$/)
}

it("keeps every translated page of couriers, who sign out and leave", {
  tags: ["A11Y-43"],
  timeout: TIMEOUT_MS,
}, async () => {
  const { couriers, states, fresh } = world()
  const walk = await aWalk()
  const own = [...PATHS.deliverer, ...SIGNED_IN]
  for (const courier of [couriers.carries, couriers.takes, ...Object.values(states.deliverer)])
    await walkAs(walk, as("deliverer", courier), STATE_PATHS.deliverer)
  await walkAs(walk, as("deliverer", states.deliverer["not connected"]), [])
  await connectInVain(walk, "/stripe")
  await walkAs(walk, as("deliverer", states.deliverer["not connected"]), ["/requirement-express"])
  const visits = Object.values(VISITS.deliverer(world())).flat()
  await walkAs(walk, as("deliverer", couriers.done), [...visits, ...own])
  await signOut(walk, as("deliverer", couriers.done))
  await deleteAccount(walk, as("deliverer", fresh.deliverer))
  await reportWalk("courier", walk, own)
})

it("keeps every translated page of sellers, who sign out and leave", {
  tags: ["A11Y-43"],
  timeout: TIMEOUT_MS,
}, async () => {
  const { typical, states, fresh } = world()
  const walk = await aWalk()
  const own = [...PATHS.seller, ...PATHS.orderPeople, ...SIGNED_IN]
  const seller = as("seller", typical.seller)
  await walkAs(walk, seller, [...Object.values(VISITS.seller(world())).flat(), ...own])
  for (const one of Object.values(states.seller)) await walkAs(walk, as("seller", one), STATE_PATHS.seller)
  await walkAs(walk, as("seller", states.seller["not connected"]), [])
  await connectInVain(walk, "/register-stripe")
  await walkAs(walk, as("seller", states.seller["not connected"]), ["/requirement"])
  await signOut(walk, seller)
  await deleteAccount(walk, as("seller", fresh.seller))
  await reportWalk("seller", walk, own)
})

it("keeps every translated page of an admin, who signs out", {
  tags: ["A11Y-43"],
  timeout: TIMEOUT_MS,
}, async () => {
  const walk = await aWalk()
  const admin = as("admin", world().typical.admin)
  const own = [...PATHS.admin, ...PATHS.signedIn]
  await walkAs(walk, admin, [...Object.values(VISITS.admin(world())).flat(), ...own])
  await signOut(walk, admin)
  await reportWalk("admin", walk, own)
})
