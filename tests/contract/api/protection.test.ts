import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import { revokeApiToken } from "#core/api-tokens/revoke-api-token.server.ts"
import { apiTokens, cartLines, idempotencyKeys, products } from "#db/schema/index.ts"
import { CLIENT_ADDRESS_HEADER } from "#server/http/client-address.ts"
import { createTestApi } from "#tests/support/api.ts"
import { aProduct } from "#tests/support/factories/markets.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"
import { type Json, useSignedIn } from "./signed-in.ts"

describe("what protects every call", () => {
  const { database, signedIn } = useSignedIn()

  it("adds to the cart once for one Idempotency-Key, keeps rejections, and rejects another body", {
    tags: ["API-9"],
  }, async () => {
    const product = await aProduct(database.db, signedIn.seller, { stock: 5 })
    const headers = { ...signedIn.asCustomer, "idempotency-key": crypto.randomUUID() }
    const add = (quantity: number) =>
      signedIn.api.call("POST", "/transaction/createtransaction", { pid: product.id, quantity }, headers)
    const both = await Promise.all([add(2), add(2)])
    // The second has to wait, or gets the first one's response.
    expect(both.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([201]))
    const again = await add(2)
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"])
    const [line] = await database.db
      .select()
      .from(cartLines)
      .where(eq(cartLines.customerId, signedIn.customer.userId))
    expect(line!.quantity).toBe(2)
    const other = await add(3)
    expect([other.status, ((await other.json()) as Json).code]).toEqual([409, "idempotency_conflict"])
    const rejected = { ...signedIn.asCustomer, "idempotency-key": crypto.randomUUID() }
    const tooMany = () =>
      signedIn.api.call("POST", "/transaction/createtransaction", { pid: product.id, quantity: 50 }, rejected)
    const first = await (await tooMany()).json()
    expect(await (await tooMany()).json()).toEqual(first)
    const tooLong = { ...signedIn.asCustomer, "idempotency-key": "k".repeat(256) }
    expect((await signedIn.api.call("POST", "/transaction/createtransaction", {}, tooLong)).status).toBe(422)
    const kept = await database.db.select().from(idempotencyKeys)
    expect(JSON.stringify(kept)).not.toMatch(/password/i)
  })

  it("takes a personal token instead of a cookie, for its role alone, until it is revoked; keeps only its hash", {
    tags: ["API-12"],
  }, async () => {
    await givePassword(database.db, signedIn.customer.userId)
    const ctx = signedIn.api.runtime.contextFor(signedIn.customer.actor)
    const { id, token } = await createApiToken(ctx, { name: "My script", password: PASSWORD })
    const bearer = { authorization: `Bearer ${token}` }
    const statusOf = async (path: string, headers: Record<string, string>) =>
      (await signedIn.api.call("GET", path, undefined, headers)).status
    expect(await statusOf("/auth/customerInfo", bearer)).toBe(200)
    expect(await statusOf("/seller/sellerEmail", bearer)).toBe(403)
    expect(
      await statusOf("/auth/customerInfo", {
        ...signedIn.asCustomer,
        authorization: "Bearer pushcart_wrong",
      }),
    ).toBe(401)
    const rows = await database.db.select().from(apiTokens)
    expect(JSON.stringify(rows)).not.toContain(token)
    const stranger = signedIn.api.runtime.contextFor(signedIn.seller.actor)
    await expect(revokeApiToken(stranger, id)).rejects.toMatchObject({ code: "not_found" })
    await revokeApiToken(ctx, id)
    expect(await statusOf("/auth/customerInfo", bearer)).toBe(401)
  })

  it("sends its limits in the standard headers, and stops above them", { tags: ["API-10"] }, async () => {
    const limited = createTestApi(database, { requestsPerMinute: 3 })
    const answers = []
    for (let call = 0; call < 4; call++)
      answers.push(await limited.call("GET", "/auth/customerEmail", undefined, signedIn.asCustomer))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.map(({ headers }) => headers.get("ratelimit-remaining"))).toEqual(["2", "1", "0", "0"])
    expect(Number(answers[3]!.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(answers[3]!.headers.get("ratelimit-limit")).toBe("3")
  })

  it("counts nobody in particular by the network, whatever address of it they take", {
    tags: ["SEC-20"],
  }, async () => {
    const limited = createTestApi(database, { requestsPerMinute: 3 })
    const from = async (address: string) =>
      (await limited.call("GET", "/auth/customerEmail", undefined, { [CLIENT_ADDRESS_HEADER]: address }))
        .status
    for (const host of [1, 2, 3]) expect(await from(`2001:db8:1:2::${host}`)).toBe(401)
    expect(await from("2001:db8:1:2::4")).toBe(429)
    for (let line = 1; line <= 8; line += 1) expect(await from(`2001:db8:1:a${line}::1`)).toBe(401)
    expect(await from("2001:db8:1:b::1")).toBe(429)
    expect(await from("2001:db8:2::1")).toBe(401)
  })

  it("pages no more than fifty at once", { tags: ["API-11"] }, async () => {
    expect((await signedIn.api.call("GET", "/market/allmarkets?limit=51")).status).toBe(422)
    expect((await signedIn.api.call("GET", "/market/allmarkets?limit=50&page=0")).status).toBe(422)
    expect(await database.db.$count(products)).toBeGreaterThan(0)
  })
})
