import { and, eq, inArray, sql } from "drizzle-orm"
import { beforeEach, describe, expect, it } from "vitest"
import { courierOf, recordPosition } from "#core/deliveries/courier-position.server.ts"
import { pickUpDelivery, takeDelivery } from "#core/deliveries/courier-steps.server.ts"
import { secondTermsEmail } from "#core/emails/account/second-terms.server.tsx"
import type { EmailMessage } from "#core/ports/mail.ts"
import { exportAccount } from "#core/privacy/export-account.server.ts"
import { DEFAULT_RATES } from "#core/rates.ts"
import { addRole } from "#core/registration/add-role.server.ts"
import { memberships, outbox, termsAgreements, termsAnnouncements, users } from "#db/schema/index.ts"
import { ctxFor, systemCtx, testClock, useDatabase } from "#tests/support/database.ts"
import { anAdmin } from "#tests/support/factories/admins.ts"
import { noImages, offersIn } from "#tests/support/factories/offers.ts"
import { aPersonWithPassword } from "#tests/support/people.ts"
import { agreeToTerms } from "./agree-to-terms.server.ts"
import { announceTerms } from "./announce-terms.server.ts"
import { hasAgreed, mustAgreeFirst, secondTerms, termsNotice } from "./second-terms.server.ts"
import { FIRST_TERMS, SECOND_TERMS } from "./terms.ts"

const database = useDatabase({ connections: 4 })
const rates = { ...DEFAULT_RATES, secondTermsFrom: "2027-01-15" }
const start = new Date("2026-11-25T17:00:00Z")
const clock = testClock(start)
const system = () => systemCtx(database, { rates, now: clock.now })
const as = (role: "customer" | "deliverer" | "admin", userId: string) =>
  ctxFor(database, { role, userId }, { rates, now: clock.now })

/** Removes the announcements and agreements of earlier tests, so that nobody counts as notified. */
beforeEach(async () => {
  await database.db.delete(termsAgreements)
  await database.db.delete(termsAnnouncements)
})

const rowOf = async (userId: string) =>
  (await database.db.select().from(termsAgreements).where(eq(termsAgreements.userId, userId)))[0]
const emailsTo = (userId: string) =>
  database.db.$count(
    outbox,
    and(eq(outbox.event, "terms.announced"), sql`${outbox.payload} ->> 'userId' = ${userId}`),
  )
const untilAllAreTold = async () => {
  while ((await announceTerms(system())) > 0);
}

describe("the second terms", { tags: ["REACH-3"] }, () => {
  it("are not announced to anybody without a day", async () => {
    const { userId } = await aPersonWithPassword(database.db, ["customer"])
    expect(await announceTerms(systemCtx(database))).toBe(0)
    expect(await rowOf(userId)).toBeUndefined()
    await database.db.insert(termsAnnouncements).values({ version: SECOND_TERMS, announcedAt: start })
    const unset = ctxFor(database, { role: "customer" as const, userId })
    expect(await secondTerms(unset, database.db)).toBeNull()
    expect(await mustAgreeFirst(unset)).toBe(false)
    await expect(agreeToTerms(unset)).rejects.toMatchObject({ code: "not_allowed" })
  })

  it("are announced to each person once, whatever roles they have, and not to admins, the unconfirmed or the gone", async () => {
    const both = await aPersonWithPassword(database.db, ["customer", "deliverer"])
    const [fresh, gone] = [
      await aPersonWithPassword(database.db, ["customer"]),
      await aPersonWithPassword(database.db, ["customer"]),
    ]
    const admin = await anAdmin(database.db)
    await database.db.update(users).set({ emailVerified: false }).where(eq(users.id, fresh.userId))
    await database.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.userId))
    await Promise.all([announceTerms(system()), announceTerms(system())])
    await untilAllAreTold()
    expect(await rowOf(both.userId)).toMatchObject({ toldAt: start, agreedAt: null })
    expect(await emailsTo(both.userId)).toBe(1)
    for (const { userId } of [fresh, gone, admin]) expect(await emailsTo(userId)).toBe(0)
    await database.db.update(users).set({ emailVerified: true }).where(eq(users.id, fresh.userId))
    await untilAllAreTold()
    expect(await emailsTo(fresh.userId)).toBe(1)
  })

  it("go on where a run was ended, and one row that fails keeps no other", async () => {
    const { rows } = await database.db.execute<{ id: string }>(sql`
      with made as (
        insert into users (name, email, email_verified)
        select 'Many', 'many-' || n || '@example.test', true from generate_series(1, 600) n returning id
      ), roles as (
        insert into memberships (user_id, role, agreed_at) select id, 'customer', now() from made
      ) select id from made order by id`)
    const many = rows.map(({ id }) => id)
    const broken = many[7]!
    await database.db.execute(
      sql.raw(`create function break() returns trigger language plpgsql as $$ begin
        if new.user_id = '${broken}' then raise exception 'broken row'; end if; return new; end $$;
        create trigger break before insert on terms_agreements for each row execute function break()`),
    )
    const told = () => database.db.$count(termsAgreements, inArray(termsAgreements.userId, many))
    await expect(announceTerms(system())).rejects.toThrow(/1 of 500 rows failed/)
    expect(await told()).toBeLessThan(500)
    await expect(announceTerms(system())).rejects.toThrow(/rows failed/)
    expect(await told()).toBe(599)
    await database.db.execute(sql.raw("drop trigger break on terms_agreements"))
    await untilAllAreTold()
    expect(await emailsTo(broken)).toBe(1)
    const twice = await database.db.execute(sql`
      select 1 from outbox where event = 'terms.announced'
      and payload ->> 'userId' = any(${sql.param(many)}::text[]) group by payload ->> 'userId' having count(*) > 1`)
    expect(twice.rows).toEqual([])
  })

  it("email whoever is told the day, also where it was set nearer than 30 days", async () => {
    const { userId } = await aPersonWithPassword(database.db, ["customer"])
    await announceTerms(system())
    const sent: EmailMessage[] = []
    const mail = { siteUrl: "http://shop.test", send: async (email: EmailMessage) => void sent.push(email) }
    const send = (day: string | null) =>
      secondTermsEmail.send(
        systemCtx(database, { now: clock.now, rates: { ...rates, secondTermsFrom: day }, ports: { mail } }),
        { userId, role: "customer" },
        "id",
      )
    await send("2027-01-15")
    await send("2026-12-01")
    await send(null)
    expect(sent.map(({ subject }) => subject)).toEqual([
      "Our terms and privacy policy change on January 15, 2027",
      "Our terms and privacy policy change on December 26, 2026",
    ])
    expect(sent[0]!.text).toContain("http://shop.test/terms")
  })
})

describe("agreeing", { tags: ["REACH-4"] }, () => {
  const register = (email: string) =>
    database.db.transaction((tx) =>
      addRole({ now: clock.now, rates }, tx, {
        role: "customer",
        email,
        firstName: "Ada",
        lastName: "Byron",
        passwordHash: "x",
      }),
    )
  const versionOf = async (userId: string) =>
    (await database.db.select().from(memberships).where(eq(memberships.userId, userId)))[0]!.termsVersion

  it("is to the second version at once for who registers after the announcement, who gets no email of it", async () => {
    const before = await register("before@example.test")
    expect(await versionOf(before.userId)).toBe(FIRST_TERMS)
    await announceTerms(system())
    const after = await register("after@example.test")
    expect(await versionOf(after.userId)).toBe(SECOND_TERMS)
    expect(await rowOf(after.userId)).toMatchObject({ toldAt: null, agreedAt: start })
    await database.db.update(users).set({ emailVerified: true }).where(eq(users.id, after.userId))
    await untilAllAreTold()
    expect(await emailsTo(after.userId)).toBe(0)
    expect(await mustAgreeFirst(as("customer", after.userId))).toBe(false)
  })

  it("is recorded once with its time, is told of on pages until then, and stands in the export", async () => {
    const { userId } = await aPersonWithPassword(database.db, ["customer"])
    const ctx = as("customer", userId)
    await untilAllAreTold()
    expect(await termsNotice(ctx)).toEqual({ from: new Date("2027-01-15T08:00:00Z"), isInForce: false })
    expect(await mustAgreeFirst(ctx)).toBe(true)
    expect(await hasAgreed(ctx)).toBe(false)
    await agreeToTerms(ctx)
    const agreedAt = clock.now()
    clock.advance({ hours: 1 })
    await agreeToTerms(ctx)
    expect(await rowOf(userId)).toMatchObject({ version: SECOND_TERMS, toldAt: start, agreedAt })
    expect(await termsNotice(ctx)).toBeNull()
    expect(await mustAgreeFirst(ctx)).toBe(false)
    const exported = JSON.parse(JSON.stringify(await exportAccount(ctx)))
    expect(exported.laterTerms).toEqual([
      { version: SECOND_TERMS, toldAt: start.toISOString(), agreedAt: agreedAt.toISOString() },
    ])
  })

  it("is not asked of admins, and pages stop telling of it 30 days after the day", async () => {
    const { userId } = await aPersonWithPassword(database.db, ["customer"])
    const admin = as("admin", (await anAdmin(database.db)).userId)
    await untilAllAreTold()
    expect([await mustAgreeFirst(admin), await termsNotice(admin)]).toEqual([false, null])
    const at = (now: string) => ({ ...as("customer", userId), now: () => new Date(now) })
    expect(await termsNotice(at("2027-01-15T08:00:00Z"))).toMatchObject({ isInForce: true })
    expect(await termsNotice(at("2027-02-14T08:00:00Z"))).not.toBeNull()
    expect(await termsNotice(at("2027-02-14T08:00:01Z"))).toBeNull()
    expect(await mustAgreeFirst(at("2027-02-15T08:00:00Z"))).toBe(true)
  })

  it("comes before a courier's position is kept, and is asked for only once the terms are announced", async () => {
    const { anOffer, aSignedInCourier } = offersIn(database)
    const { deliveryId, order, buyer } = await anOffer()
    const { actor } = await aSignedInCourier()
    const courier = ctxFor(database, actor, { rates, now: clock.now, ports: { images: noImages } })
    await takeDelivery(courier, deliveryId)
    await pickUpDelivery(courier, deliveryId)
    const here = { deliveryId, lat: 40.751, lng: -73.996, accuracyMeters: 5 }
    await announceTerms(system())
    await recordPosition(courier, here)
    expect(await courierOf(buyer, order.id)).toBeNull()
    await agreeToTerms(courier)
    await recordPosition(courier, here)
    expect(await courierOf(buyer, order.id)).toMatchObject({ lat: 40.751 })
  })
})
