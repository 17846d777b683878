import { and, count, desc, eq, ilike, or } from "drizzle-orm"
import { deliverers, markets, users } from "#db/schema/index.ts"
import type { AdminContext } from "../context.ts"
import type { ApplicantRole } from "./applicants.ts"
import type { Approval } from "./states.ts"

const PER_PAGE = 20

export type ApplicantLine = {
  userId: string
  name: string
  email: string
  market: string | null
  city: string
  state: string
  approval: Approval
  createdAt: Date
  decidedAt: Date | null
}

export type ApplicantPage = { applicants: ApplicantLine[]; page: number; pages: number; total: number }

/** Sellers or deliverers with one approval, newest first, found by name, e-mail, market or city. */
export async function listApplicants(
  ctx: AdminContext,
  filter: { role: ApplicantRole; approval: Approval; search?: string; page?: number },
): Promise<ApplicantPage> {
  const page = filter.page ?? 1
  const { rows, where, table } = query(ctx, filter)
  const applicants = await rows.limit(PER_PAGE).offset((page - 1) * PER_PAGE)
  const [total] = await ctx.db
    .select({ total: count() })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(where)
  const found = total?.total ?? 0
  return {
    applicants: applicants as ApplicantLine[],
    page,
    pages: Math.ceil(found / PER_PAGE),
    total: found,
  }
}

function query(ctx: AdminContext, filter: { role: ApplicantRole; approval: Approval; search?: string }) {
  const table = filter.role === "seller" ? markets : deliverers
  const pattern = filter.search ? `%${filter.search.replace(/[%_\\]/g, "\\$&")}%` : undefined
  const where = and(
    eq(table.approval, filter.approval),
    eq(users.emailVerified, true),
    pattern
      ? or(
          ilike(users.name, pattern),
          ilike(users.email, pattern),
          ilike(table.city, pattern),
          filter.role === "seller" ? ilike(markets.name, pattern) : undefined,
        )
      : undefined,
  )
  const rows = ctx.db
    .select({
      userId: table.userId,
      name: users.name,
      email: users.email,
      ...(filter.role === "seller" ? { market: markets.name } : {}),
      city: table.city,
      state: table.state,
      approval: table.approval,
      createdAt: table.createdAt,
      decidedAt: table.decidedAt,
    })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(where)
    .orderBy(desc(table.createdAt), desc(table.userId))
  return { rows, where, table }
}
