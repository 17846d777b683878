import { answerOf } from "@pushcart/api-client"
import { eq } from "drizzle-orm"
import { requestPasswordReset } from "#core/identity/request-password-reset.server.ts"
import { resendConfirmation } from "#core/identity/resend-confirmation.server.ts"
import { apiTokens, emailChanges, marketChanges, markets, passkeys } from "#db/schema/index.ts"
import { systemCtx } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { anImageFile, threeImages } from "#tests/support/images.ts"
import { PASSWORD } from "#tests/support/sign-in.ts"
import type { Step, World } from "./world.ts"

const AT = { Address: "75 9th Ave", City: "New York", State: "NY", Zip: "10011", Phone: "212-555-0134" }

const fromAddress = { address: "203.0.113.9" }
const system = ({ server }: World) => systemCtx(server.database)

/** The emails about an account, role by role. */
export const ACCOUNT_STEPS: readonly Step[] = [
  [
    "a customer registers",
    ({ visitor }) =>
      answerOf(
        visitor.POST("/auth/register", {
          body: { firstname: "Ada", lastname: "Byron", email: "ada@example.test", password: PASSWORD },
        }),
      ),
  ],
  [
    "a seller registers",
    async ({ visitor }) => {
      const person = {
        Email: "maria@example.test",
        Password: PASSWORD,
        FirstName: "Maria",
        LastName: "Lopez",
      }
      const hours = { Weekdays: "8am-7pm", Satuday: "9am-5pm", Sunday: "Closed" }
      const body = {
        ...person,
        ...AT,
        MarketName: "Chelsea Stall",
        ...hours,
        ...(await threeImages()),
      }
      await answerOf(visitor.POST("/seller/RegisterSeller", { body }))
    },
  ],
  [
    "a deliverer registers",
    async ({ visitor }) => {
      const person = {
        Email: "dora@example.test",
        Password: PASSWORD,
        FirstName: "Dora",
        LastName: "Wheeler",
      }
      const body = { ...person, ...AT, AddressOne: "", MarketName: "", id: await anImageFile() }
      await answerOf(visitor.POST("/pushcartexpress/createpushcartexpress", { body }))
    },
  ],
  ...(["customer", "seller", "deliverer"] as const).map(
    (role): Step => [
      `a ${role} asks for the confirmation again`,
      (world) => {
        const email = { customer: "ada", seller: "maria", deliverer: "dora" }[role]
        return resendConfirmation(system(world), { email: `${email}@example.test`, role, ...fromAddress })
      },
    ],
  ),
  [
    "a customer forgot the password",
    ({ visitor, customer: { email } }) =>
      answerOf(visitor.GET("/email/forgotPasswordCustomer/{email}", { params: { path: { email } } })),
  ],
  [
    "a seller forgot the password",
    async ({ visitor, emailOf, market }) => {
      const path = { email: await emailOf(market.userId) }
      await answerOf(visitor.GET("/email/forgotPasswordSeller/{email}", { params: { path } }))
    },
  ],
  [
    "a deliverer forgot the password",
    (world) =>
      requestPasswordReset(system(world), {
        email: world.courier.email,
        role: "deliverer",
        ...fromAddress,
      }),
  ],
  [
    "somebody whom nobody knows forgot the password",
    ({ visitor }) => {
      const path = { email: "nobody@example.test" }
      return answerOf(visitor.GET("/email/forgotPasswordCustomer/{email}", { params: { path } }))
    },
  ],
  [
    "an admin is kept out by the guesses of others",
    ({ admin, happen }) => happen("email.deviceLinkRequested", { userId: admin.actor.userId, role: "admin" }),
  ],
  [
    "a seller is approved",
    async ({ db, clients }) => {
      const { userId: id } = await aMarket(db, { name: "Waiting Market", approval: "waiting" })
      await answerOf(clients.admin.PUT("/admin/approveSeller/{id}", { params: { path: { id } }, body: {} }))
    },
  ],
  [
    "a seller is denied with a reason",
    async ({ db, clients }) => {
      const { userId: id } = await aMarket(db, { name: "Waiting Market", approval: "waiting" })
      const body = { reason: "The certificate <expired>.\nIn May." }
      await answerOf(clients.admin.PUT("/admin/denySeller/{id}", { params: { path: { id } }, body }))
    },
  ],
  [
    "a seller is denied without a reason",
    async ({ db, happen }) => {
      const { userId } = await aMarket(db, { approval: "denied", denialReason: null })
      await happen("person.decided", { userId, role: "seller", approved: false })
    },
  ],
  [
    "a seller's approval is ended",
    async ({ db, clients }) => {
      const { userId: id } = await aMarket(db, { name: "Open Market" })
      const body = { approval: "approved" as const, reason: "The certificate expired in May." }
      await answerOf(clients.admin.PUT("/admin/denySeller/{id}", { params: { path: { id } }, body }))
    },
  ],
  [
    "a deliverer's approval is ended",
    async ({ db, clients }) => {
      const { userId: id } = await aCourier(db)
      const body = { approval: "approved" as const, reason: "Reported for rudeness." }
      await answerOf(clients.admin.PUT("/admin/denyDeliverer/{id}", { params: { path: { id } }, body }))
    },
  ],
  [
    "a deliverer is approved",
    async ({ db, clients }) => {
      const { userId: id } = await aCourier(db, { approval: "waiting" })
      await answerOf(
        clients.admin.PUT("/admin/approveDeliverer/{id}", { params: { path: { id } }, body: {} }),
      )
    },
  ],
  [
    "a deliverer is denied with a reason",
    async ({ db, clients }) => {
      const { userId: id } = await aCourier(db, { approval: "waiting" })
      const body = { reason: "The photo ID cannot be read." }
      await answerOf(clients.admin.PUT("/admin/denyDeliverer/{id}", { params: { path: { id } }, body }))
    },
  ],
  [
    "a decision was changed before its email was sent",
    async ({ db, happen }) => {
      const { id, userId } = await aMarket(db, { approval: "approved" })
      await db.update(markets).set({ approval: "denied" }).where(eq(markets.id, id))
      await happen("person.decided", { userId, role: "seller", approved: true })
    },
  ],
  [
    "a market's new name is approved",
    async ({ db, happen }) => {
      const { id, userId } = await aMarket(db)
      const wanted = { name: "Plum Row" }
      const decided = { decision: "approved" as const, decidedAt: new Date() }
      const [change] = await db
        .insert(marketChanges)
        .values({ marketId: id, kind: "name", wanted, ...decided })
        .returning({ id: marketChanges.id })
      await happen("market.changeDecided", { userId, changeId: change!.id, isMoved: false })
    },
  ],
  [
    "a market's new address is denied",
    async ({ db, happen }) => {
      const { id, userId } = await aMarket(db)
      const wanted = { address: "1 Main St", city: "Buffalo", state: "NY" as const, zip: "14203" }
      const decided = { decision: "denied" as const, decidedAt: new Date() }
      const reason = "We need a permit for this place."
      const [change] = await db
        .insert(marketChanges)
        .values({ marketId: id, kind: "address", wanted, ...decided, reason })
        .returning({ id: marketChanges.id })
      await happen("market.changeDecided", { userId, changeId: change!.id, isMoved: false })
    },
  ],
  [
    "a market's new time zone is approved",
    async ({ db, happen }) => {
      const { id, userId } = await aMarket(db)
      const wanted = { timeZone: "America/Chicago", why: "Our town keeps the next county's time." }
      const decided = { decision: "approved" as const, decidedAt: new Date() }
      const [change] = await db
        .insert(marketChanges)
        .values({ marketId: id, kind: "timeZone", wanted, ...decided })
        .returning({ id: marketChanges.id })
      await happen("market.changeDecided", { userId, changeId: change!.id, isMoved: false })
    },
  ],
  [
    "a seller's API token ends in a week",
    async ({ db, happen }) => {
      const { userId } = await aMarket(db)
      const [token] = await db
        .insert(apiTokens)
        .values({ userId, role: "seller", name: "Stock script", tokenHash: "of a token that ends" })
        .returning({ id: apiTokens.id })
      await happen("apiToken.ending", { tokenId: token!.id, userId, role: "seller" })
    },
  ],
  [
    "a customer wants another email",
    async ({ db, happen }) => {
      const { userId } = await aCustomer(db, { firstName: "Zoe" })
      const [change] = await db
        .insert(emailChanges)
        .values({
          userId,
          role: "customer",
          email: "zoe.new@example.test",
          oldEmail: "zoe.old@example.test",
        })
        .returning({ id: emailChanges.id })
      await happen("email.changeRequested", { userId, role: "customer", changeId: change!.id })
    },
  ],
  [
    "a customer has another email",
    async ({ db, happen }) => {
      const { userId } = await aCustomer(db, { firstName: "Zoe" })
      const emails = { email: "zoe.new@example.test", oldEmail: "zoe.old@example.test" }
      const [change] = await db
        .insert(emailChanges)
        .values({ userId, role: "customer", ...emails, confirmedAt: new Date() })
        .returning({ id: emailChanges.id })
      await happen("email.changed", { userId, role: "customer", changeId: change!.id })
    },
  ],
  [
    "a customer wants the email of another account",
    async ({ db, happen, customer }) => {
      const { userId } = await aCustomer(db)
      const [change] = await db
        .insert(emailChanges)
        .values({ userId, role: "customer", email: customer.email, oldEmail: "zoe.old@example.test" })
        .returning({ id: emailChanges.id })
      await happen("email.changeRequested", { userId, role: "customer", changeId: change!.id })
    },
  ],
  [
    "a courier sets a new password",
    ({ happen, courier: { userId } }) => happen("password.changed", { userId, role: "deliverer" }),
  ],
  [
    "an admin adds a passkey",
    async ({ db, happen, admin: { actor } }) => {
      const { userId } = actor
      const [passkey] = await db
        .insert(passkeys)
        .values({ userId, name: "My phone", credentialId: "of an admin", publicKey: "AA", counter: 0 })
        .returning({ id: passkeys.id })
      await happen("passkey.added", { userId, role: "admin", passkeyId: passkey!.id })
    },
  ],
  [
    "two passkeys of a customer are removed, one is left",
    async ({ db, happen }) => {
      const { userId } = await aCustomer(db, { firstName: "Zoe" })
      await db
        .insert(passkeys)
        .values({ userId, name: "My laptop", credentialId: "of a customer", publicKey: "AA", counter: 0 })
      await happen("passkey.removed", { userId, role: "customer", count: 2 })
    },
  ],
  [
    "a courier changes the phone",
    ({ happen, courier: { userId } }) => happen("phone.changed", { userId, role: "deliverer" }),
  ],
  [
    "second terms are announced to a customer, and taken back before the email",
    ({ happen, customer: { userId } }) => happen("terms.announced", { userId, role: "customer" }),
  ],
  [
    "a market opens that a customer asked about",
    ({ happen, market, customer: { userId } }) =>
      happen("market.opened", { marketId: market.id, customerId: userId }),
  ],
  [
    "a customer deletes the account",
    async ({ db, signedIn }) => {
      const { actor, email } = await aCustomer(db, { firstName: "Zoe" })
      const client = await signedIn(actor, email)
      await answerOf(client.POST("/account/delete", { body: { password: PASSWORD } }))
    },
  ],
]
