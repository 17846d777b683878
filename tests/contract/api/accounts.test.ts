import { desc, eq, sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import { outbox, sessions, users } from "#db/schema/index.ts"
import { cookieHeader, createTestApi } from "#tests/support/api.ts"
import { useDatabase } from "#tests/support/database.ts"
import { linkTo } from "#tests/support/email-links.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"

describe("accounts over the API", () => {
  const database = useDatabase()
  const api = () => createTestApi(database)
  let number = 0

  async function registered() {
    const email = `ada-${++number}@example.test`
    const body = { firstname: "Ada", lastname: "Byron", email, password: PASSWORD }
    expect((await api().call("POST", "/auth/register", body)).status).toBe(201)
    return email
  }

  /** The token in the email for the last such event. */
  async function linkIn(
    event: "email.confirmationRequested" | "email.passwordResetRequested",
  ): Promise<string> {
    const rows = await database.db
      .select({ email: users.email })
      .from(outbox)
      .innerJoin(users, sql`${users.id}::text = ${outbox.payload}->>'userId'`)
      .where(eq(outbox.event, event))
      .orderBy(desc(outbox.id))
      .limit(1)
    const link = await linkTo(database.db, event, rows[0]!.email)
    return new URL(link, "http://x").searchParams.get("id")!
  }

  async function confirmed() {
    const email = await registered()
    const token = await linkIn("email.confirmationRequested")
    expect((await api().call("GET", `/email/emailConfirmedCustomer/${token}`)).status).toBe(200)
    return email
  }

  async function signIn(email: string, password = PASSWORD, headers = {}, path = "/auth/login") {
    return api().call("POST", path, { email, password }, headers)
  }

  it("signs up, confirms, signs in, returns the signed-in person, and signs out", {
    tags: ["ACCT-18", "ACCT-19"],
  }, async () => {
    const email = await registered()
    const early = await signIn(email)
    expect(early.status).toBe(403)
    expect(await early.json()).toMatchObject({ error: "Email not confirmed", code: "email_not_confirmed" })

    await api().call("GET", `/email/emailConfirmedCustomer/${await linkIn("email.confirmationRequested")}`)
    const answer = await signIn(email)
    expect(answer.status).toBe(200)
    const setCookies = answer.headers.getSetCookie()
    const session = setCookies.find((cookie) => cookie.startsWith("pushcart="))
    expect(session).toMatch(/Max-Age=28800/)
    expect(session).toMatch(/HttpOnly/)
    expect(setCookies).toContain("user=true; Path=/; Max-Age=28800; SameSite=Lax")

    const cookie = cookieHeader(setCookies)
    const info = await api().call("GET", "/auth/customerInfo", undefined, { cookie })
    expect(await info.json()).toMatchObject({ firstname: "Ada", lastname: "Byron", email, agree: true })
    expect(await (await api().call("GET", "/badges", undefined, { cookie })).json()).toEqual({
      cart: 0,
      unseen: 0,
    })

    const out = await api().call("POST", "/auth/logout", {}, { cookie })
    for (const name of [
      "pushcart",
      "user",
      "market",
      "express",
      "admin",
      "location",
      "letsee",
      "letme",
      "edit",
    ])
      expect(
        out.headers.getSetCookie().some((set) => set.startsWith(`${name}=;`) && /Max-Age=0/.test(set)),
      ).toBe(true)
    expect((await api().call("GET", "/auth/customerInfo", undefined, { cookie })).status).toBe(401)
  })

  it("returns no password, token or secret anywhere", { tags: ["API-13"] }, async () => {
    const email = await confirmed()
    const cookie = cookieHeader((await signIn(email)).headers.getSetCookie())
    const info = await (await api().call("GET", "/auth/customerInfo", undefined, { cookie })).text()
    expect(info).not.toMatch(/password|token|secret/i)
  })

  it("says the same to a wrong password, an unknown email and another role's page", {
    tags: ["ACCT-2", "ACCT-7", "API-14"],
  }, async () => {
    const email = await confirmed()
    const answers = [
      await signIn(email, "Wrong#2026aa"),
      await signIn("nobody@example.test"),
      await signIn(email, PASSWORD, {}, "/seller/LoginSeller"),
      await signIn(email, PASSWORD, {}, "/admin/loginAdmin"),
    ]
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain("email and password don't match")
    expect(answers.flatMap((answer) => answer.headers.getSetCookie())).toEqual([])
  })

  it("marks the session cookie with __Host- and Secure over HTTPS, and ignores a plain one there", {
    tags: ["ACCT-29"],
  }, async () => {
    const email = await confirmed()
    const answer = await createTestApi(database).app.request("https://pushcart.test/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-pushcart="))
    expect(session).toMatch(/; Secure/)
    expect(session).toMatch(/; Path=\//)
    const plain = cookieHeader((await signIn(email)).headers.getSetCookie())
    const https = await createTestApi(database).app.request(
      "https://pushcart.test/api/v1/auth/customerInfo",
      {
        headers: { cookie: plain },
      },
    )
    expect(https.status).toBe(401)
  })

  it("replaces the browser's session when someone signs in again", { tags: ["ACCT-6"] }, async () => {
    const email = await confirmed()
    const first = cookieHeader((await signIn(email)).headers.getSetCookie())
    const second = cookieHeader((await signIn(email, PASSWORD, { cookie: first })).headers.getSetCookie())
    expect((await api().call("GET", "/auth/customerInfo", undefined, { cookie: first })).status).toBe(401)
    expect((await api().call("GET", "/auth/customerInfo", undefined, { cookie: second })).status).toBe(200)
  })

  it("ends a session after eight hours, however busy it was", { tags: ["ACCT-5"] }, async () => {
    const email = await confirmed()
    const cookie = cookieHeader((await signIn(email)).headers.getSetCookie())
    const [row] = await database.db
      .select({ expiresAt: sessions.expiresAt, createdAt: sessions.createdAt })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(eq(users.email, email))
    expect(row!.expiresAt.getTime() - row!.createdAt.getTime()).toBeCloseTo(8 * 3_600_000, -4)
    await database.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) })
    expect((await api().call("GET", "/auth/customerInfo", undefined, { cookie })).status).toBe(401)
  })

  it("rejects a forged cookie", { tags: ["ACCT-24"] }, async () => {
    const email = await confirmed()
    await signIn(email)
    const [row] = await database.db.select().from(sessions)
    const cookie = `pushcart=${row!.token}.${"A".repeat(43)}%3D`
    expect((await api().call("GET", "/auth/customerInfo", undefined, { cookie })).status).toBe(401)
  })

  it("sets a new password once, under the path with and without its slash, and ends every session and token", {
    tags: ["ACCT-15", "API-15"],
  }, async () => {
    const email = await confirmed()
    const cookie = cookieHeader((await signIn(email)).headers.getSetCookie())
    expect((await api().call("GET", `/email/forgotPasswordCustomer/${email}`)).status).toBe(200)
    expect((await api().call("GET", "/email/forgotPasswordCustomer/nobody@example.test")).status).toBe(200)
    const info = (await (await api().call("GET", "/auth/customerInfo", undefined, { cookie })).json()) as {
      id: string
    }
    expect(await (await api().call("GET", "/auth/customerEmail", undefined, { cookie })).json()).toEqual({
      email,
    })
    const ctx = api().runtime.contextFor({ role: "customer", userId: info.id })
    const script = {
      authorization: `Bearer ${(await createApiToken(ctx, { name: "My script", password: PASSWORD })).token}`,
    }
    expect((await api().call("GET", "/auth/customerInfo", undefined, script)).status).toBe(200)
    const token = await linkIn("email.passwordResetRequested")
    const body = { password: "Barrow#2026xy", token }
    expect((await api().call("PUT", "/auth/updatePassword/", { ...body, password: "short" })).status).toBe(
      422,
    )
    const common = await api().call("PUT", "/auth/updatePassword/", { ...body, password: "Qwerty@123" })
    expect(common.status).toBe(422)
    expect((await common.json()).errors.password).toEqual([expect.stringMatching("harder to guess")])
    expect((await api().call("PUT", "/auth/updatePassword/", body)).status).toBe(200)
    expect((await api().call("PUT", "/auth/updatePassword", body)).status).toBe(410)
    expect((await api().call("GET", "/auth/customerInfo", undefined, { cookie })).status).toBe(401)
    expect((await api().call("GET", "/auth/customerInfo", undefined, script)).status).toBe(401)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, "Barrow#2026xy")).status).toBe(200)
    await api().call("GET", `/email/forgotPasswordCustomer/${email}`)
    const again = { password: "Trolley#2026xy", token: await linkIn("email.passwordResetRequested") }
    expect((await api().call("PUT", "/auth/updatePassword", again)).status).toBe(200)
    expect((await signIn(email, again.password)).status).toBe(200)
  })

  it("sends no email because a page of another site asked for one", { tags: ["ACCT-28"] }, async () => {
    const email = await confirmed()
    const before = await database.db.$count(outbox)
    const signs: Record<string, string>[] = [
      { origin: "https://evil.test" },
      { "sec-fetch-site": "cross-site" },
    ]
    for (const sign of signs)
      for (const path of [
        `/email/forgotPasswordCustomer/${email}`,
        "/email/emailConfirmedCustomer/some-token",
      ])
        expect((await api().call("GET", path, undefined, sign)).status).toBe(403)
    expect(await database.db.$count(outbox)).toBe(before)
  })

  it("sets a seller's new password, under the seller's paths", { tags: ["API-15"] }, async () => {
    const { userId } = await aMarket(database.db)
    await givePassword(database.db, userId)
    const [user] = await database.db.select().from(users).where(eq(users.id, userId))
    expect((await api().call("GET", `/email/forgotPasswordSeller/${user!.email}`)).status).toBe(200)
    const body = { password: "Barrow#2026xy", token: await linkIn("email.passwordResetRequested") }
    expect((await api().call("PUT", "/seller/updatePassword/", body)).status).toBe(200)
    expect((await api().call("PUT", "/seller/updatePassword", body)).status).toBe(410)
    const signedIn = (password: string) => signIn(user!.email, password, {}, "/seller/LoginSeller")
    expect((await signedIn(PASSWORD)).status).toBe(401)
    expect((await signedIn(body.password)).status).toBe(200)
    await api().call("GET", `/email/forgotPasswordSeller/${user!.email}`)
    const again = { password: "Trolley#2026xy", token: await linkIn("email.passwordResetRequested") }
    expect((await api().call("PUT", "/seller/updatePassword", again)).status).toBe(200)
    expect((await signedIn(again.password)).status).toBe(200)
  })

  it("rejects a used email with the original's message, and names errors as the fields were sent", {
    tags: ["REG-4", "API-14"],
  }, async () => {
    const email = await registered()
    const again = { firstname: "Ada", lastname: "Byron", email, password: PASSWORD }
    const answer = await api().call("POST", "/auth/register", again)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      error: "Duplicate Email",
      detail: "Duplicate Email",
      errors: { email: ["This email has been used, please use another one!"] },
    })
    const invalid = await api().call("POST", "/auth/register", { ...again, firstname: "", Month: "" })
    expect(invalid.status).toBe(422)
    expect(Object.keys((await invalid.json()).errors)).toEqual(["firstname"])
  })

  it("registers once for one idempotency key", { tags: ["REG-5"] }, async () => {
    const body = { firstname: "Ada", lastname: "Byron", email: "once@example.test", password: PASSWORD }
    const headers = { "idempotency-key": crypto.randomUUID() }
    expect((await api().call("POST", "/auth/register", body, headers)).status).toBe(201)
    expect((await api().call("POST", "/auth/register", body, headers)).status).toBe(201)
  })

  it("stops guessing, and says for how long, even when the ninth guess is right", {
    tags: ["ACCT-10"],
  }, async () => {
    const email = await confirmed()
    const address = { "x-pushcart-client-address": "198.51.100.9" }
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, guess) => signIn(email, `Guess#2026-${guess}`, address)),
    )
    expect(guesses.map(({ status }) => status)).toEqual(Array(8).fill(401))
    const ninth = await signIn(email, PASSWORD, address)
    expect(ninth.status).toBe(429)
    expect((await ninth.json()).detail).toBe("Too many tries. Please try again in 15 minutes.")
    expect(Number(ninth.headers.get("retry-after"))).toBeGreaterThan(800)
    expect((await signIn(email)).status).toBe(200)
  })
})
