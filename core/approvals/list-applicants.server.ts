import { and, asc, count, desc, eq, or, type SQL } from "drizzle-orm"
import { contains } from "#core/contains.server.ts"
import type { AdminContext } from "#core/context.ts"
import type { Approval } from "#core/identity/states.ts"
import { paged } from "#core/lists.ts"
import { couriers, markets, users } from "#db/schema/index.ts"
import type { ApplicantRole } from "./applicants.ts"

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

export type ApplicantList = { applicants: ApplicantLine[]; page: number; pages: number; total: number }

type Filter = {
  role: ApplicantRole
  approval: Approval
  search?: string
  page?: number
  /** Applicants per page; twenty by default. */
  limit?: number
  /** A column of `SORTS`, with a minus for descending; any other value sorts by newest first. */
  sort?: string | null
}

/**
 * Sellers or couriers with one approval, found by name, email, market or city. A page past the end returns the last
 * one.
 */
export async function listApplicants(ctx: AdminContext, filter: Filter): Promise<ApplicantList> {
  const table = filter.role === "seller" ? markets : couriers
  const where = matches(filter)
  const [counted] = await ctx.db
    .select({ total: count() })
    .from(table)
    .innerJoin(users, eq(users.id, table.userId))
    .where(where)
  const place = { page: filter.page ?? 1, perPage: filter.limit ?? PER_PAGE, total: counted?.total ?? 0 }
  const { rows, ...shown } = await paged(place, ({ limit, offset }) =>
    ctx.db
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
      .orderBy(...order(filter))
      .limit(limit)
      .offset(offset),
  )
  return { applicants: rows as ApplicantLine[], ...shown }
}

/** Only confirmed emails, since the decision is sent by email. */
function matches({ role, approval, search }: Filter): SQL | undefined {
  const table = role === "seller" ? markets : couriers
  return and(
    eq(table.approval, approval),
    eq(users.emailVerified, true),
    search
      ? or(
          contains(users.name, search),
          contains(users.email, search),
          contains(table.city, search),
          role === "seller" ? contains(markets.name, search) : undefined,
        )
      : undefined,
  )
}

function order({ role, sort }: Filter): SQL[] {
  const table = role === "seller" ? markets : couriers
  const columns = {
    name: users.name,
    email: users.email,
    city: table.city,
    applied: table.createdAt,
    decided: table.decidedAt,
    ...(role === "seller" ? { market: markets.name } : {}),
  }
  const wanted = sort?.replace(/^-/, "") ?? ""
  const column = Object.hasOwn(columns, wanted) ? columns[wanted as keyof typeof columns] : undefined
  if (!column) return [desc(table.createdAt), desc(table.userId)]
  return [sort?.startsWith("-") ? desc(column) : asc(column), desc(table.userId)]
}
