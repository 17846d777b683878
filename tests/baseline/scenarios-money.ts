import { HERE, PASSWORD, type Stage } from "./stage.ts"
import { aVisitor } from "./visitor.ts"

const IDENTITY = { DOB: "01/02/1990", SSN: "000-00-0000" }
const BANK = { AccountNumber: "000123456789", RoutingNumber: "110000000", AccountHolderName: "Maria Lopez" }
const REST = { Url: "", ProductDescription: "Fruit and vegetables of the season", Schedule: "weekly" }
const CARD = { address: "75 9th Ave", addressone: "", city: "New York", state: "NY", zip: "10011" }

/** Connecting with the payment provider, and its open requirements. */
export async function payoutAccounts({ recorder, build }: Stage): Promise<void> {
  const begun = { ...HERE, onboarded: null, subscription: "none" } as const
  const seller = await build.signedIn("seller", await build.market("Connect Market", begun))
  const rejected = await build.signedIn("seller", await build.market("Wrong Number Market", begun))
  const waiting = await build.signedIn(
    "seller",
    await build.market("Early Market", { ...begun, approval: "waiting" }),
  )
  const courier = await build.signedIn(
    "deliverer",
    await build.courier("Connie", { onboarded: null as never }),
  )
  const all = { ...IDENTITY, ...BANK, ...REST }
  await recorder.all("seller", seller, [
    "GET /seller/getrequirements",
    ["POST /seller/ConnectAccount", { ...all, Schedule: "daily" }],
    ["POST /seller/ConnectAccount", { ...all, SSN: "123" }],
    ["POST /seller/ConnectAccount", { ...all, DOB: "13/45/1990" }],
    ["POST /seller/ConnectAccount", { ...IDENTITY, ...REST }],
    ["POST /seller/ConnectAccount", { ...all, Url: "", ProductDescription: "" }],
    ["POST /seller/ConnectAccount", { ...REST, accountToken: "ct_nothing", bankToken: "btok_nothing" }],
    ["PUT /seller/requirements", { Url: "https://stall.example.com" }],
    ["POST /seller/ConnectAccount", all],
    ["POST /seller/ConnectAccount", all],
    "GET /seller/getrequirements",
    "GET /seller/getSellerInformation",
    ["PUT /seller/requirements", { Url: "https://stall.example.com" }],
    ["PUT /seller/requirements", {}],
  ])
  await recorder.all("seller with a wrong number", rejected, [
    ["POST /seller/createMarketAccount", { ...all, SSN: "111-11-1111" }],
    "GET /seller/getrequirements",
    "GET /seller/getSellerInformation",
    ["PUT /seller/requirements", IDENTITY],
    "GET /seller/getSellerInformation",
  ])
  await recorder.all("seller who waits for approval", waiting, [["POST /seller/ConnectAccount", all]])
  await recorder.all("courier", courier, [
    "GET /pushcartexpress/getrequirements",
    ["POST /pushcartexpress/connectedAccount", { ...IDENTITY, ...BANK, Schedule: "monthly" }],
    "GET /pushcartexpress/getrequirements",
    "GET /pushcartexpress/delivererInformation",
    ["PUT /pushcartexpress/updateRequirements", { ProductDescription: "Brings orders by bicycle" }],
  ])
}

/** The monthly subscription: started, with a new card, canceled; and declined cards. */
export async function subscriptions({ recorder, build }: Stage): Promise<void> {
  const ready = { ...HERE, subscription: "none" } as const
  const seller = await build.signedIn("seller", await build.market("Subscribing Market", ready))
  const poor = await build.signedIn("seller", await build.market("Declined Market", ready))
  const waiting = await build.signedIn(
    "seller",
    await build.market("Hasty Market", { ...ready, approval: "waiting" }),
  )
  const pay = (call: string, token: string) =>
    [`POST /seller/${call}`, { token, ...CARD }] as [string, Record<string, unknown>]
  await recorder.all("seller", seller, [
    ["POST /seller/cancelSubscription", {}],
    pay("updateCard", "tok_visa"),
    pay("createSubscription", "tok_nothing"),
    pay("createSubscription", "tok_visa"),
    pay("createSubscription", "tok_visa"),
    "GET /seller/getSellerInformation",
    pay("updateCard", "tok_mastercard"),
    pay("updateCard", "tok_chargeDeclined"),
    ["POST /seller/cancelSubscription", {}],
    ["POST /seller/cancelSubscription", {}],
    "GET /seller/getSellerInformation",
  ])
  await recorder.all("seller whose card is declined", poor, [
    pay("createSubscription", "tok_chargeDeclined"),
    "GET /seller/getSellerInformation",
  ])
  await recorder.all("seller who waits for approval", waiting, [pay("createSubscription", "tok_visa")])
}

/** Balances and payouts. */
export async function money({ recorder, build }: Stage): Promise<void> {
  const market = await build.market("Money Market", HERE)
  const product = await build.product(market, "Gold beets", { priceCents: 2500 })
  const customer = await build.customer("Midas")
  for (const name of ["first sale", "second sale"])
    await build.order(name, { customer, market, product }, { status: "picked up" })
  const seller = await build.signedIn("seller", market)
  const courier = await build.signedIn("deliverer", await build.courier("Penny"))
  const unready = await build.signedIn("seller", await build.market("Penniless Market", { onboarded: null }))
  await recorder.all("seller", seller, [
    "GET /seller/getSellerInformation",
    ["POST /seller/payoutForSeller", {}],
  ])
  await recorder.all("courier", courier, [["POST /pushcartexpress/payout", {}]])
  await recorder.all("seller who is not connected", unready, [["POST /seller/payoutForSeller", {}]])
}

/** A person's own data, and account deletion. */
export async function leaving({ recorder, build, server }: Stage): Promise<void> {
  const market = await build.market("Leaving Market", HERE)
  const product = await build.product(market, "Last turnips")
  const busy = await build.customer("Busy")
  await build.order("open order", { customer: busy, market, product }, { status: "pending" })
  const visitor = await build.signedIn("customer", busy)
  const seller = await build.signedIn("seller", market)
  const courier = await build.signedIn("deliverer", await build.courier("Farewell"))
  const free = await build.signedIn("customer", await build.customer("Free"))
  const wrong = { password: "Wrong#2026xx" }
  await recorder.all("customer with an open order", visitor, [
    ["POST /account/export", wrong],
    ["POST /account/export", { password: PASSWORD }],
    ["POST /account/delete", wrong],
    ["POST /account/delete", { password: PASSWORD }],
  ])
  await recorder.all("seller with an open order", seller, [
    ["POST /account/export", { password: PASSWORD }],
    ["POST /account/delete", { password: PASSWORD }],
  ])
  await recorder.all("courier", courier, [["POST /account/export", { password: PASSWORD }]])
  await recorder.all("customer with nothing open", free, [
    ["POST /account/delete", { password: PASSWORD }],
    "GET /auth/customerInfo",
  ])
  await recorder.all("the same, once more", aVisitor(server.url), [
    ["POST /auth/login", { email: build.emailOf("Free"), password: PASSWORD }],
  ])
}
