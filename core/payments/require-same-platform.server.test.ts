import { beforeEach, expect, it } from "vitest"
import type { Payments } from "#core/ports/payments.ts"
import { paymentPlatform } from "#db/schema/index.ts"
import { systemCtx, useDatabase } from "#tests/support/database.ts"
import { requireSamePlatform } from "./require-same-platform.server.ts"

const database = useDatabase()
beforeEach(() => database.db.delete(paymentPlatform))

const startWith = (isLive: boolean, account: string | null) => {
  const ownAccount = async () => account
  return requireSamePlatform(systemCtx(database, { ports: { payments: { isLive, ownAccount } as Payments } }))
}

it("starts again and again with the keys that the database was used with", {
  tags: ["START-12"],
}, async () => {
  await Promise.all([startWith(true, "acct_1"), startWith(true, "acct_1")])
  await startWith(true, "acct_1")
  expect(await database.db.select().from(paymentPlatform)).toMatchObject([
    { accountId: "acct_1", isLive: true },
  ])
})

it("rejects live keys on a database of test keys, and the other way round", {
  tags: ["START-12"],
}, async () => {
  await startWith(false, "acct_1")
  await expect(startWith(true, "acct_1")).rejects.toThrow("used with test keys, and these are live ones")
  await database.db.update(paymentPlatform).set({ isLive: true })
  await expect(startWith(false, "acct_1")).rejects.toThrow("used with live keys, and these are test ones")
})

it("rejects the keys of another account", { tags: ["START-12"] }, async () => {
  await startWith(true, "acct_1")
  await expect(startWith(true, "acct_2")).rejects.toThrow(
    /used with the Stripe account acct_1, and these keys are of acct_2.*Set the keys that it was used with/,
  )
})

it("compares the mode alone while Stripe is silent, and learns the account at the next start", {
  tags: ["START-12"],
}, async () => {
  await startWith(true, null)
  await expect(startWith(false, null)).rejects.toThrow("live keys, and these are test ones")
  await startWith(true, "acct_1")
  await startWith(true, null)
  await expect(startWith(true, "acct_2")).rejects.toThrow("acct_1")
})
