import { eq } from "drizzle-orm"
import { cents } from "#core/money.ts"
import { marketChanges, orderLines, orders, passkeys } from "#db/schema/index.ts"
import { createNormalizer } from "#tests/baseline/normalize.ts"
import { ALL_PATHS } from "#tests/baseline/page-paths.ts"
import { type Role, worldBuilder } from "#tests/baseline/page-world.ts"
import { aPageWorld } from "#tests/baseline/pages-of-people.ts"
import { NOBODYS, STATE_PATHS, VISITS } from "#tests/baseline/visits.ts"
import { aShopper, proceed } from "./checkout-pages.ts"
import { aMarket, aProduct } from "./factories/markets.ts"
import type { HtmlPage } from "./html-page.ts"
import type { TestServer } from "./server.ts"
import { constraintsOf, type TextForm, textFormsOf } from "./text-forms.ts"
import { type Visitor, visitor } from "./visitor.ts"
import { COURIER, next, SELLER, SHOE, VEGETABLE } from "./wizard-steps.ts"

/** Not visited: /logout would end the session, and the fields of /dev/ui are samples that nothing reads. */
const NOT_VISITED = ["/logout", "/dev/ui"]

/** Results of the visit to all pages. */
type Found = {
  /** One form of each kind that has text fields. */
  forms: TextForm[]
  /** The ids of all forms, with or without text fields. */
  seenIds: Set<string>
  /** Values that browsers would reject or cut before sending. */
  constraints: Set<string>
}

/** Returns every form with text fields, on the recorded pages of all roles and in the dialogs that open on them. */
/** The number of an order with a tip, whose refund form is sent. */
const REFUNDED = 200009

export async function allTextForms(server: TestServer): Promise<Found> {
  const forms = new Map<string, TextForm>()
  const seenIds = new Set<string>()
  const constraints = new Set<string>()
  const add = (page: HtmlPage, one: Visitor) => {
    for (const constraint of constraintsOf(page)) constraints.add(constraint)
    for (const form of page.document.forms) seenIds.add(form.getAttribute("id") ?? "")
    for (const form of textFormsOf(page, one)) if (!forms.has(form.key)) forms.set(form.key, form)
  }
  const visit = async (one: Visitor, paths: readonly string[]) => {
    for (const path of paths) if (!NOT_VISITED.includes(path)) add(await one.open(path), one)
  }
  const { db } = server.database
  const { id: productId } = await aProduct(db, await aMarket(db))
  const { shopper } = await aShopper(server, [{ productId, quantity: 1 }])
  await visit(shopper, ["/shopping-cart"])
  const pay = await proceed(shopper, "Delivery")
  add(await shopper.open("/ship-to"), shopper)
  add(pay, shopper)
  const build = worldBuilder(server, createNormalizer({ [server.url]: "site" }))
  const world = await aPageWorld(build)
  const signedIn = (role: Role, person: { userId: string } | { sellerId: string }) =>
    visitor(server, { role, userId: "sellerId" in person ? person.sellerId : person.userId })

  await visit(await visitor(server), [...ALL_PATHS, ...NOBODYS])
  const renamed = world.states.seller["payment is late"]
  await db
    .insert(marketChanges)
    .values({ marketId: renamed.id, kind: "name", wanted: { name: "Another Row" } })
  const [passkey] = await db
    .insert(passkeys)
    .values({ userId: world.rosa.userId, name: "My phone", credentialId: "odd", publicKey: "AA", counter: 0 })
    .returning()
  const { pending } = world.orders
  const [line] = await db
    .select({ id: orderLines.id, marketId: orders.marketId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orderLines.orderId, pending))
  if (!line) throw new Error("The pending order has no lines.")
  await aProduct(db, { id: line.marketId }, { name: "Windfall apples", priceCents: 10 })
  await db
    .update(orders)
    .set({ tipCents: cents(500) })
    .where(eq(orders.number, REFUNDED))
  const opened: Record<Role, string[]> = {
    customer: [`/account?edit=passkey-${passkey!.id}`],
    seller: [
      `/order-seller?OrderID=${pending}&dialog=cancel`,
      `/pack-order?OrderDetails=${pending}&replace=${line.id}`,
    ],
    deliverer: [],
    admin: [`/seller-info?seller=${renamed.sellerId}`, `/admin-orders?order=${REFUNDED}&dialog=cancel`],
  }
  for (const role of ["customer", "seller", "deliverer", "admin"] as const) {
    await visit(await signedIn(role, world.fresh[role]), ALL_PATHS)
    const typical = await signedIn(role, world.typical[role])
    await visit(typical, [...Object.values(VISITS[role](world)).flat(), ...opened[role]])
  }
  for (const role of ["seller", "deliverer"] as const)
    for (const person of Object.values(world.states[role]))
      await visit(await signedIn(role, person), STATE_PATHS[role])

  for (const steps of [SELLER, COURIER, VEGETABLE, SHOE]) {
    const market = await aMarket(db)
    const isRegistration = steps === SELLER || steps === COURIER
    const one = await visitor(server, isRegistration ? undefined : market.actor)
    for (const { path, good } of steps) {
      add(await one.open(path), one)
      await one.post(path, { ...good, ...next })
    }
  }
  return { forms: [...forms.values()], seenIds, constraints }
}
