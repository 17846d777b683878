import type { Role } from "../../../core/identity/roles.ts"
import { FIRST_TERMS } from "../../../core/terms/terms.ts"
import type { Transaction } from "../../../db/client.ts"
import { credentials, memberships, users } from "../../../db/schema/index.ts"

export type NewPerson = { email: string; firstName: string; lastName: string; role: Role }

/** Inserts people with a confirmed email and the same password, who agreed to the terms. Returns their ids by email. */
export async function insertPeople(
  tx: Transaction,
  people: readonly NewPerson[],
  given: { passwordHash: string; at: Date },
): Promise<Map<string, string>> {
  const times = { createdAt: given.at, updatedAt: given.at }
  const rows = await tx
    .insert(users)
    .values(
      people.map(({ email, firstName, lastName }) => ({
        ...times,
        email,
        name: `${firstName} ${lastName}`.trim(),
        emailVerified: true,
      })),
    )
    .returning({ id: users.id, email: users.email })
  const ids = new Map(rows.map((row) => [row.email, row.id]))
  await tx.insert(credentials).values(
    rows.map(({ id }) => ({
      ...times,
      userId: id,
      accountId: id,
      providerId: "credential",
      password: given.passwordHash,
    })),
  )
  await tx.insert(memberships).values(
    people.map(({ email, role }) => ({
      userId: idOf(ids, email),
      role,
      createdAt: given.at,
      ...(role === "admin" ? {} : { termsVersion: FIRST_TERMS, agreedAt: given.at }),
    })),
  )
  return ids
}

export function idOf(ids: ReadonlyMap<string, string>, email: string): string {
  const id = ids.get(email)
  if (!id) throw new Error(`The demo has no ${email}`)
  return id
}
