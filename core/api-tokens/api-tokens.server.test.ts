import { eq } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { apiTokenInput } from "#core/api-tokens/api-token-input.ts"
import { createApiToken } from "#core/api-tokens/create-api-token.server.ts"
import { findApiToken } from "#core/api-tokens/find-api-token.server.ts"
import { listApiTokens } from "#core/api-tokens/list-api-tokens.server.ts"
import { tellEndingTokens } from "#core/api-tokens/tell-ending-tokens.server.ts"
import type { PersonContext } from "#core/context.ts"
import { tokenEnding } from "#core/emails/account/token-ending.server.tsx"
import type { EmailMessage } from "#core/ports/mail.ts"
import { apiTokens, memberships, outbox, twoFactors, users } from "#db/schema/index.ts"
import { passwords } from "#server/auth/passwords.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { aMarket } from "#tests/support/factories/markets.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"
import { givePassword, PASSWORD } from "#tests/support/sign-in.ts"

const database = useDatabase()

describe("an API token", () => {
  it("works for 90 days, and its owner is told once, a week before", { tags: ["ACCT-33"] }, async () => {
    const clock = testClock()
    const { actor, email } = await aCustomer(database.db)
    const sent: EmailMessage[] = []
    const mail = {
      siteUrl: "http://shop.test",
      send: async (message: EmailMessage) => void sent.push(message),
    }
    const system = systemCtx(database, { now: clock.now, ports: { mail } })
    await givePassword(database.db, actor.userId)
    const ctx = ctxFor(database, actor, { now: clock.now, ports: { passwords } })
    const { token, id } = await createApiToken(ctx, { name: "Stock script", password: PASSWORD })
    expect(await listApiTokens(ctx)).toMatchObject([{ id, expiresAt: new Date("2026-06-03T15:00:00Z") }])
    clock.advance({ days: 82 })
    expect(await tellEndingTokens(system)).toBe(0)
    clock.advance({ days: 2 })
    expect(await tellEndingTokens(system)).toBe(1)
    expect(await tellEndingTokens(system)).toBe(0)
    const [event] = await database.db.select().from(outbox).where(eq(outbox.event, "apiToken.ending"))
    await tokenEnding.send(system, event!.payload as never, "ending")
    expect(sent).toMatchObject([
      { to: email, subject: 'Your API token "Stock script" expires on June 3, 2026' },
    ])
    expect(await findApiToken(system, token)).toMatchObject({ actor })
    clock.advance({ days: 6, seconds: 1 })
    expect(await findApiToken(system, token)).toBeNull()
    expect(await listApiTokens(ctx)).toEqual([])
    await tokenEnding.send(system, event!.payload as never, "late")
    expect(sent).toHaveLength(1)
  })

  it("of before its end was counted ends 90 days from then", { tags: ["ACCT-33"] }, async () => {
    const { actor } = await aCustomer(database.db)
    const [row] = await database.db
      .insert(apiTokens)
      .values({ ...actor, name: "Old", tokenHash: "old" })
      .returning()
    const days = (row!.expiresAt.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89.9)
    expect(days).toBeLessThan(90.1)
  })

  it("is made by the right password alone, in every role, however open the session is", {
    tags: ["ACCT-33"],
  }, async () => {
    for (const { actor } of [
      await aCustomer(database.db),
      await aMarket(database.db),
      await aCourier(database.db),
    ]) {
      await givePassword(database.db, actor.userId)
      const ctx: PersonContext = ctxFor(database, actor, { ports: { passwords } })
      for (const password of ["", "Another#2026"])
        await expect(createApiToken(ctx, { name: "Script", password })).rejects.toMatchObject({
          code: "invalid",
          field: "password",
          message: "This isn't your password.",
        })
      expect(await listApiTokens(ctx)).toEqual([])
      await createApiToken(ctx, { name: "Script", password: PASSWORD })
      expect(await listApiTokens(ctx)).toHaveLength(1)
    }
  })

  it("of an admin needs the second factor to be made", { tags: ["ACCT-33"] }, async () => {
    const [admin] = await database.db
      .insert(users)
      .values({ name: "Root", email: "root@example.test", emailVerified: true })
      .returning()
    const userId = admin!.id
    await database.db.insert(memberships).values({ userId, role: "admin" })
    await givePassword(database.db, userId)
    await database.db.insert(twoFactors).values({ userId, secret: "kept", backupCodes: "" })
    const secondFactor = { required: true, verify: async (code: string) => code === "123456" } as never
    const actor = { role: "admin" as const, userId }
    const ctx: PersonContext = ctxFor(database, actor, { ports: { passwords, secondFactor } })
    for (const code of [undefined, "000000"])
      await expect(createApiToken(ctx, { name: "Script", password: PASSWORD, code })).rejects.toMatchObject({
        field: "code",
      })
    const typed = { name: "Script", password: PASSWORD, code: "１２３ ４５６\u200b" }
    await createApiToken(ctx, apiTokenInput.parse(typed))
    await expect(
      createApiToken(ctx, { name: "Again", password: PASSWORD, code: "123456" }),
    ).rejects.toMatchObject({
      code: "rate_limited",
    })
  })
})
