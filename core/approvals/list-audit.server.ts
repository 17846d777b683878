import { aliasedTable, count, desc, eq, or, type SQL, sql } from "drizzle-orm"
import { contains } from "#core/contains.server.ts"
import type { AdminContext } from "#core/context.ts"
import { paged } from "#core/lists.ts"
import { auditLog, users } from "#db/schema/index.ts"

const PER_PAGE = 50

export type AuditLine = {
  id: string
  at: Date
  /** The name of the person who acted; the email distinguishes namesakes. */
  actor: string | null
  actorEmail: string | null
  action: string
  subjectType: string
  subjectId: string
  /** The person the entry is about, if its subject is a person. */
  subject: string | null
  details: Record<string, unknown>
}

export type AuditPage = { lines: AuditLine[]; page: number; pages: number; total: number }

const subjects = aliasedTable(users, "subjects")

/** The log of admins' actions and views, newest first; searchable by actor, action, subject and details. */
export async function listAudit(
  ctx: AdminContext,
  filter: { search?: string; page?: number },
): Promise<AuditPage> {
  const where = filter.search ? about(filter.search) : undefined
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .leftJoin(subjects, isSubject)
    .where(where)
  const place = { page: filter.page ?? 1, perPage: PER_PAGE, total: counted?.total ?? 0 }
  const { rows, ...shown } = await paged(place, ({ limit, offset }) =>
    ctx.db
      .select({
        id: auditLog.id,
        at: auditLog.createdAt,
        actor: users.name,
        actorEmail: users.email,
        action: auditLog.action,
        subjectType: auditLog.subjectType,
        subjectId: auditLog.subjectId,
        subject: subjects.name,
        details: auditLog.details,
      })
      .from(auditLog)
      .leftJoin(users, eq(users.id, auditLog.actorId))
      .leftJoin(subjects, isSubject)
      .where(where)
      .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
      .limit(limit)
      .offset(offset),
  )
  return { lines: rows, ...shown }
}

/** Subject ids are of many kinds; an id that is not a person's matches nobody. */
const isSubject = sql`${subjects.id}::text = coalesce(${auditLog.details}->>'ownerId', ${auditLog.subjectId})`

function about(search: string): SQL | undefined {
  return or(
    contains(users.name, search),
    contains(users.email, search),
    contains(subjects.name, search),
    contains(subjects.email, search),
    contains(auditLog.action, search),
    contains(auditLog.subjectId, search),
    contains(sql`${auditLog.details}::text`, search),
  )
}
