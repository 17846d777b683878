import { and, eq, gt, isNull } from "drizzle-orm"
import type { PersonContext } from "#core/context.ts"
import { HOUR_MS } from "#core/durations.ts"
import { notFound } from "#core/errors.ts"
import { couriers, credentials, customers, emailChanges, markets, users } from "#db/schema/index.ts"
import { timeZoneOf } from "./time-zone-of.server.ts"
import { LINKS } from "./tokens.server.ts"

/** The account page's data about the person, in the role that they are signed in as. */
export async function viewAccount(ctx: PersonContext) {
  const { userId } = ctx.actor
  const [person] = await ctx.db
    .select({
      name: users.name,
      email: users.email,
      chosenTimeZone: users.timeZone,
      since: users.createdAt,
      passwordSince: credentials.updatedAt,
      fromMinutes: users.quietFromMinutes,
      toMinutes: users.quietToMinutes,
    })
    .from(users)
    .leftJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.providerId, "credential")))
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  if (!person) throw notFound("Your account")
  const { fromMinutes, toMinutes, ...rest } = person
  const profile = await profileOf(ctx)
  const usualTimeZone = await timeZoneOf(ctx)
  return {
    ...rest,
    quietHours: fromMinutes === null || toMinutes === null ? null : { fromMinutes, toMinutes },
    firstName: profile?.firstName ?? "",
    lastName: profile?.lastName ?? "",
    phone: profile?.phone ?? null,
    usualTimeZone,
    timeZone: person.chosenTimeZone ?? usualTimeZone,
    wantedEmail: await wantedEmail(ctx),
  }
}

/** Undefined for an admin, who has no profile; a seller's phone is the market's. */
async function profileOf({ db, actor: { userId, role } }: PersonContext) {
  if (role === "admin") return undefined
  const table = { customer: customers, seller: markets, deliverer: couriers }[role]
  const [profile] = await db
    .select({ firstName: table.firstName, lastName: table.lastName, phone: table.phone })
    .from(table)
    .where(eq(table.userId, userId))
  return profile
}

/** The email of a requested change whose link still works. */
async function wantedEmail(ctx: PersonContext): Promise<string | null> {
  const since = new Date(ctx.now().getTime() - LINKS["change-email"].hours * HOUR_MS)
  const [change] = await ctx.db
    .select({ email: emailChanges.email })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, ctx.actor.userId),
        isNull(emailChanges.confirmedAt),
        gt(emailChanges.createdAt, since),
      ),
    )
  return change?.email ?? null
}
