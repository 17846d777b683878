import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, it } from "vitest"
import { takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { announceTerms } from "#core/terms/announce-terms.server.ts"
import { FIRST_TERMS, SECOND_TERMS } from "#core/terms/terms.ts"
import { memberships, termsAgreements, users } from "#db/schema/index.ts"
import { ctxFor, systemCtx } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { offersIn } from "#tests/support/factories/offers.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { waitForEmail } from "#tests/support/mailbox.ts"
import { useServer, useSharedServer } from "#tests/support/server.ts"
import { visitor } from "#tests/support/visitor.ts"

const DAY = "2099-01-15"
const server = useServer({ env: { TERMS_2_FROM: DAY } })
const unset = useSharedServer()
const CHANGE = "Our terms and privacy policy change on January 15, 2099."
const FIRST_SAYS = [
  "All sales are final. There are no refunds because you changed your mind.",
  "we keep no track of it",
  "Write from your account's email address to privacy@pushcart.test",
]

const announce = () =>
  announceTerms(systemCtx(server.database, { rates: { ...DEFAULT_RATES, secondTermsFrom: DAY } }))

it("without a day there is the first version alone, under every address", {
  tags: ["REACH-3", "REACH-4"],
}, async () => {
  const shopper = await visitor(unset, (await aCustomer(unset.database.db)).actor)
  for (const path of ["/terms", "/terms?version=2", "/terms?version=1"]) {
    const page = await shopper.open(path)
    for (const text of ["Version of March 5, 2024.", ...FIRST_SAYS]) expect(page.text).toContain(text)
    expect(page.text).not.toMatch(/second version/i)
  }
  expect((await shopper.open("/customer-dashboard")).text).not.toContain("terms and privacy policy change")
  expect((await shopper.post("/terms", {})).status).toBe(422)
})

describe("once they are announced", { tags: ["REACH-3", "REACH-4", "NOJS-4"] }, () => {
  beforeAll(announce)

  it("everybody reads both versions, and a new account agrees to the second at once", async () => {
    const ruth = await visitor(server)
    const second = await ruth.open("/terms")
    expect(second.text).toContain("Second version, in force from January 15, 2099.")
    expect(second.text).toContain("All of it goes to the one who delivers")
    expect(second.all("button", "I agree")).toEqual([])
    const first = await second.follow("Read the first version")
    for (const text of ["It applies until January 15, 2099.", ...FIRST_SAYS])
      expect(first.text).toContain(text)
    expect((await first.follow("Read the second version")).path).toBe("/terms")
    const email = "ruth-terms@example.test"
    await (await ruth.open("/login?tab=register")).press("Register", {
      "First Name": "Ruth",
      "Last Name": "New",
      Email: email,
      Password: "Pushcart#2026",
      "Confirm Password": "Pushcart#2026",
      "I am 18 or older and agree to the terms and the privacy policy": true,
    })
    const [{ version } = { version: null }] = await server.database.db
      .select({ version: memberships.termsVersion })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(users.email, email))
    expect(version).toBe(SECOND_TERMS)
  })

  it("who is signed in is told on every page and by email, and agrees on the page that they are on", async () => {
    const { db } = server.database
    const customer = await aCustomer(db)
    await db
      .update(memberships)
      .set({ termsVersion: FIRST_TERMS, agreedAt: new Date() })
      .where(eq(memberships.userId, customer.userId))
    await announce()
    const email = await waitForEmail(server, {
      to: customer.email,
      subject: "Our terms and privacy policy change on January 15, 2099",
    })
    expect(email.text).toContain("If you keep using Pushcart after that day, the new terms apply.")
    const shopper = await visitor(server, customer.actor)
    expect((await shopper.open("/terms")).all("button", "I agree")).toHaveLength(1)
    const page = await shopper.open("/customer-orders?page=1")
    expect(page.text).toContain(CHANGE)
    const after = await page.press("I agree")
    expect(after.path).toBe("/customer-orders?page=1")
    expect(after.text).toContain("You agreed to the second version of our terms.")
    expect(after.text).not.toContain(CHANGE)
    expect((await shopper.open("/terms")).all("button", "I agree")).toEqual([])
    const [row] = await db.select().from(termsAgreements).where(eq(termsAgreements.userId, customer.userId))
    expect(row).toMatchObject({ version: SECOND_TERMS, agreedAt: expect.any(Date), toldAt: expect.any(Date) })
  })

  it("a courier agrees before customers may follow them, and an admin is asked nothing", async () => {
    const { db } = server.database
    const { deliveryId } = await offersIn(server.database).anOffer()
    const { actor } = await aCourier(db)
    const dora = await visitor(server, actor)
    expect((await dora.open("/deliveries")).text).not.toContain("follow you on the map")
    await takeDelivery(ctxFor(server.database, actor), deliveryId)
    const map = await dora.open("/deliveries")
    expect(map.text).toContain("To let your customer follow you on the map")
    const agreed = await map.press("I agree")
    expect(agreed.path).toBe("/deliveries")
    expect(agreed.text).not.toContain("To let your customer follow you on the map")
    const admin = await visitor(server, (await anAdmin(db)).actor)
    expect((await admin.open("/admin-dashboard")).text).not.toContain(CHANGE)
  })

  it("nobody agrees who is not signed in, and no form leads to another site", async () => {
    const stranger = await visitor(server)
    expect((await stranger.post("/terms", { next: "/home" })).path).toMatch(/^\/Welcome/)
    const shopper = await visitor(server, (await aCustomer(server.database.db)).actor)
    expect((await shopper.post("/terms", { next: "//evil.test/" })).path).toBe("/terms")
  })
})
