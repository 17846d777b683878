import type { ROLE_PAGES } from "#core/identity/role-pages.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { aCalendar, aMarket, aProduct, giveImages } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import type { TestServer } from "../support/server.ts"
import { givePassword, PASSWORD } from "../support/sign-in.ts"
import type { Normalizer } from "./normalize.ts"
import { aVisitor, type Visitor } from "./visitor.ts"

export type Role = keyof typeof ROLE_PAGES
type Customer = Awaited<ReturnType<typeof aCustomer>>
type Market = Awaited<ReturnType<typeof aMarket>>
type Product = Awaited<ReturnType<typeof aProduct>>
type Courier = Awaited<ReturnType<typeof aCourier>>
export type OrderFacts = {
  fulfilment?: "pickup" | "delivery"
  status?: string
  delivery?: Record<string, unknown>
  courier?: Courier
}

/** The sign-in path of each role, from the specification. */
export const SIGN_IN: Record<Role, string> = {
  customer: "/login",
  seller: "/market",
  deliverer: "/express",
  admin: "/admin",
}

/**
 * Creates people, markets and orders whose names are the same in each run, and registers their ids with the normalizer.
 */
export function worldBuilder(server: TestServer, normalizer: Normalizer) {
  const { db, pool } = server.database
  let made = 0
  const query = (sql: string, values: unknown[] = []) => pool.query(sql, values)

  async function named(kind: string, name: string, userId: string, email: string): Promise<void> {
    await query("update users set email = $1 where id = $2", [email, userId])
    await givePassword(db, userId)
    normalizer.name(userId, `${kind} ${name}`)
  }

  const emailOf = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}@example.test`

  return {
    query,
    emailOf,
    async customer(name: string): Promise<Customer> {
      const person = await aCustomer(db, { firstName: name, email: emailOf(name) })
      await named("customer", name, person.userId, emailOf(name))
      return person
    },
    async market(name: string, facts: Parameters<typeof aMarket>[1] = {}): Promise<Market> {
      const market = await aMarket(db, { name, ...facts })
      // Open day and night, so that pages are the same at every hour.
      await aCalendar(db, market)
      await named("seller of", name, market.sellerId, emailOf(name))
      normalizer.name(market.id, `market ${name}`)
      return market
    },
    async courier(name: string, facts: Parameters<typeof aCourier>[1] = {}): Promise<Courier> {
      const courier = await aCourier(db, facts)
      await named("courier", name, courier.userId, emailOf(name))
      await query("update deliverers set first_name = $1 where user_id = $2", [name, courier.userId])
      await query("update users set name = $1 where id = $2", [`${name} Wheeler`, courier.userId])
      return courier
    },
    async admin(name: string) {
      const admin = await anAdmin(db, name)
      await named("admin", name, admin.userId, emailOf(name))
      return admin
    },
    async product(
      market: Market,
      name: string,
      facts: Parameters<typeof aProduct>[2] = {},
    ): Promise<Product> {
      const product = await aProduct(db, market, { name, ...facts })
      normalizer.name(product.id, `product ${name}`)
      for (const { id, size } of product.variants) normalizer.name(id, `variant ${size || "of"} ${name}`)
      return product
    },
    images: (product: Product, names: string[]) => giveImages(db, product, names),
    /** An order as it is some time after checkout, changed by SQL: the steps in between are not recorded here. */
    async order(
      name: string,
      sold: { customer: Customer; market: Market; product: Product },
      facts: OrderFacts = {},
    ) {
      const { fulfilment = "pickup", status, delivery = {}, courier } = facts
      const order = await anOrder(db, { ...sold, fulfilment })
      made += 1
      normalizer.name(order.id, `order ${name}`)
      normalizer.name(order.confirmation, `confirmation of ${name}`)
      normalizer.name(order.checkoutId, `checkout of ${name}`)
      await query("update orders set number = $1, created_at = $2 where id = $3", [
        200_000 + made,
        new Date(Date.now() - (600 - made) * 1000),
        order.id,
      ])
      await query("update checkouts set number = $1 where id = $2", [300_000 + made, order.checkoutId])
      if (status) await query("update orders set status = $1 where id = $2", [status, order.id])
      if (!order.delivery) return { ...order, deliveryId: "" }
      normalizer.name(order.delivery.id, `delivery of ${name}`)
      const changes = { ...delivery, ...(courier ? { deliverer_id: courier.userId } : {}) }
      for (const [column, value] of Object.entries(changes))
        await query(`update deliveries set ${column} = $1 where id = $2`, [value, order.delivery.id])
      return { ...order, deliveryId: order.delivery.id }
    },
    /** A notification for the notifications menu of a role. */
    async notification(userId: string, role: Role, orderId: string | null, message: string, seen = false) {
      const { rows } = await query(
        "insert into notifications (user_id, role, order_id, message, seen_at) values ($1, $2, $3, $4, $5) returning id",
        [userId, role, orderId, message, seen ? new Date() : null],
      )
      normalizer.name(rows[0].id, `notification "${message}"`)
      return rows[0].id as string
    },
    async cart(
      customer: Customer,
      lines: [Product, string, number, number?][],
      fulfilment: string | null = null,
    ) {
      await query("insert into carts (customer_id, fulfilment) values ($1, $2)", [
        customer.userId,
        fulfilment,
      ])
      for (const [product, size, quantity, seenCents] of lines) {
        const variant = product.variants.find((one) => one.size === size)
        const { rows } = await query(
          "insert into cart_lines (customer_id, variant_id, quantity, seen_price_cents) values ($1, $2, $3, $4) returning id",
          [customer.userId, variant?.id, quantity, seenCents ?? variant?.priceCents],
        )
        normalizer.name(rows[0].id, `cart line ${product.name}${size ? ` ${size}` : ""}`)
      }
    },
    /** Returns a browser in which the person has signed in by the form of their role. */
    async signedIn(role: Role, person: { userId: string } | { sellerId: string }): Promise<Visitor> {
      const userId = "sellerId" in person ? person.sellerId : person.userId
      const { rows } = await query("select email from users where id = $1", [userId])
      const visitor = aVisitor(server.url)
      const answer = await visitor.post(SIGN_IN[role], {
        intent: "password",
        email: rows[0].email,
        password: PASSWORD,
      })
      if (answer.status !== 302) throw new Error(`${rows[0].email} cannot sign in: ${answer.status}`)
      return visitor
    },
  }
}
export type WorldBuilder = ReturnType<typeof worldBuilder>
