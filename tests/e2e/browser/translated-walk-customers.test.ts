import { expect, it } from "vitest"
import { PATHS } from "#tests/baseline/page-paths.ts"
import { NOBODYS, VISITS } from "#tests/baseline/visits.ts"
import { aCustomerWith } from "#tests/support/factories/carts.ts"
import { payWith, proceed, thanks } from "./checkout-steps.ts"
import { as, deleteAccount, open, reportWalk, signOut, usePageWorld, walkAs } from "./translated-walk.ts"

/**
 * Every page of visitors and customers, translated. Presses every control in the order of the page; at the end someone
 * signs out and someone deletes their account. Each press changes what later pages show.
 */
const { server, aWalk, world } = usePageWorld()
const TIMEOUT_MS = 600_000

it("keeps every translated page of somebody who is signed out", {
  tags: ["A11Y-43"],
  timeout: TIMEOUT_MS,
}, async () => {
  const walk = await aWalk()
  const addresses = [...PATHS.public, ...NOBODYS]
  // One page is broken on purpose.
  await walkAs(
    walk,
    undefined,
    addresses.filter((address) => address !== "/dev/ui?broken"),
  )
  await reportWalk("nobody", walk, PATHS.public)
})

it("keeps every translated page of a customer, who pays, signs out and leaves", {
  tags: ["A11Y-43"],
  timeout: TIMEOUT_MS,
}, async () => {
  const { typical, fresh, products } = world()
  const walk = await aWalk()
  const own = [...PATHS.customer, ...PATHS.orderPeople, ...PATHS.signedIn, ...PATHS.members]
  const visits = Object.values(VISITS.customer(world())).flat()
  await walkAs(walk, as("customer", typical.customer), [...visits, ...own])
  const { customer } = await aCustomerWith(server.database.db, [{ productId: products.rice }])
  await walkAs(walk, customer.actor, [])
  await proceed(walk.page, "Pick up")
  await walkAs(walk, customer.actor, ["/pay"])
  expect(await open(walk, "/pay")).toBe(true)
  await payWith(walk.page)
  await thanks(walk.page)
  await walkAs(walk, customer.actor, ["/customer-dashboard"])
  await signOut(walk, customer.actor)
  await deleteAccount(walk, as("customer", fresh.customer))
  await reportWalk("customer", walk, own)
})
