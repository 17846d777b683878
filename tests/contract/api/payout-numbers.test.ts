import { eq } from "drizzle-orm"
import { expect, it } from "vitest"
import { markets } from "#db/schema/index.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { hearLog } from "#tests/support/log.ts"
import { useSandboxApi } from "./sandbox-api.ts"

const { database, signedInWorld } = useSandboxApi()

it("takes identity and bank numbers as they are pasted, and logs none of them", {
  tags: ["ONBOARD-79"],
}, async () => {
  const { api, stripe } = await signedInWorld()
  api.runtime.env.API_RAW_IDENTITY = true
  const market = await aMarket(database.db, { onboarded: null, subscription: "none" })
  const cookie = await api.signedIn(market.actor)
  const log = hearLog("debug")
  const connect = (changed: object) =>
    api.call(
      "POST",
      "/seller/ConnectAccount",
      {
        DOB: "\u00a01 / 2 / 1990",
        SSN: " 000\u201100\u20110000\u200b",
        AccountNumber: "0001 2345\u00a06789",
        RoutingNumber: "110 000 000",
        AccountHolderName: "  Sam\u200b Seller\n",
        ProductDescription: "Vegetables",
        Schedule: "weekly",
        ...changed,
      },
      { cookie },
    )
  const wrong = await connect({ RoutingNumber: "110 000 001", SSN: "000 00 000" })
  expect(await wrong.json()).toMatchObject({
    errors: {
      RoutingNumber: ["Check the routing number: one of its digits is wrong."],
      SSN: ["Enter the nine digits of your Social Security number, like 123-45-6789."],
    },
  })
  expect((await connect({})).status).toBe(200)
  const [row] = await database.db.select().from(markets).where(eq(markets.id, market.id))
  expect(row).toMatchObject({ onboarded: true, stripeAccountId: expect.stringMatching(/^acct_/) })
  const account = await stripe.accounts.retrieve(row!.stripeAccountId!)
  expect(account.external_accounts?.data[0]).toMatchObject({
    routing_number: "110000000",
    last4: "6789",
    account_holder_name: "Sam Seller",
  })
  expect(account.individual).toMatchObject({
    dob: { day: 2, month: 1, year: 1990 },
    id_number_provided: true,
  })
  expect(JSON.stringify(log)).not.toMatch(/000.?00.?0000|2345|110.?000|1990|Seller/)
})
