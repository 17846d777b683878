import { and, desc, eq, inArray } from "drizzle-orm"
import type { AdminContext } from "#core/context.ts"
import type { Approval } from "#core/identity/states.ts"
import { SECOND_TERMS } from "#core/terms/terms.ts"
import type { Executor } from "#db/client.ts"
import { auditLog, images, memberships, termsAgreements, users } from "#db/schema/index.ts"
import type { ApplicantRole } from "./applicants.ts"

/** An image of an application. Where `deletedAt` is set, the image no longer exists. */
export type ApplicantImage = {
  label: string
  id: string
  isPrivate: boolean
  deleteAfter: Date | null
  deletedAt: Date | null
}

export type PastDecision = {
  id: string
  at: Date
  by: string | null
  approved: boolean
  reason: string | null
}

export type ApplicantPerson = {
  name: string
  email: string
  emailConfirmed: boolean
  terms: { version: string | null; agreedAt: Date | null } | null
  decisions: PastDecision[]
}

/** The data that sellers and couriers share as applicants: the person, what they agreed to, and past decisions. */
export async function readPerson(
  ctx: AdminContext,
  applicant: { role: ApplicantRole; userId: string },
): Promise<ApplicantPerson | undefined> {
  const [person] = await ctx.db
    .select({
      name: users.name,
      email: users.email,
      emailConfirmed: users.emailVerified,
      terms: { version: memberships.termsVersion, agreedAt: memberships.agreedAt },
      agreedLaterAt: termsAgreements.agreedAt,
    })
    .from(users)
    .leftJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.role, applicant.role)))
    .leftJoin(
      termsAgreements,
      and(eq(termsAgreements.userId, users.id), eq(termsAgreements.version, SECOND_TERMS)),
    )
    .where(eq(users.id, applicant.userId))
  if (!person) return undefined
  const { agreedLaterAt, ...facts } = person
  const terms = agreedLaterAt ? { version: SECOND_TERMS, agreedAt: agreedLaterAt } : facts.terms
  return { ...facts, terms, decisions: await pastDecisions(ctx.db, applicant) }
}

/** Past decisions about an applicant, newest first. */
export async function pastDecisions(
  db: Executor,
  { role, userId }: { role: ApplicantRole; userId: string },
): Promise<PastDecision[]> {
  const approved = `${role}.${"approved" satisfies Approval}`
  const denied = `${role}.${"denied" satisfies Approval}`
  const lines = await db
    .select({
      id: auditLog.id,
      at: auditLog.createdAt,
      by: users.name,
      action: auditLog.action,
      details: auditLog.details,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, role),
        eq(auditLog.subjectId, userId),
        inArray(auditLog.action, [approved, denied]),
      ),
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
  return lines.map(({ id, at, by, action, details }) => ({
    id,
    at,
    by,
    approved: action === approved,
    reason: typeof details.reason === "string" ? details.reason : null,
  }))
}

/** The images of an application, in the given order, without those that were never sent. */
export async function readImages(
  ctx: AdminContext,
  wanted: readonly { label: string; id: string | null }[],
): Promise<ApplicantImage[]> {
  const ids = wanted.flatMap(({ id }) => (id ? [id] : []))
  if (ids.length === 0) return []
  const rows = await ctx.db
    .select({
      id: images.id,
      container: images.container,
      deleteAfter: images.deleteAfter,
      deletedAt: images.deletedAt,
    })
    .from(images)
    .where(inArray(images.id, ids))
  return wanted.flatMap(({ label, id }) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return []
    const { container, ...image } = row
    return [{ ...image, label, isPrivate: container === "identity" }]
  })
}
