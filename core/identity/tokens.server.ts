import { createHash, randomBytes } from "node:crypto"
import { and, eq, gt, like } from "drizzle-orm"
import { HOUR_MS } from "#core/durations.ts"
import type { Role } from "#core/identity/roles.ts"
import type { Executor, Transaction } from "#db/client.ts"
import { verifications } from "#db/schema/index.ts"
import { ROLE_PAGES } from "./role-pages.ts"

/** The purpose of each emailed link, the page that it opens, and the hours that it works. */
export const LINKS = {
  "confirm-email": { page: "/email-confirmed", hours: 24 },
  "reset-password": { page: "/newpassword", hours: 1 },
  "know-device": { page: "/this-device", hours: 1 },
  "change-email": { page: "/new-email", hours: 24 },
  // Covers the wait for the confirmation and the seven days after: the change itself determines how long it can be
  // undone.
  "keep-email": { page: "/email-change", hours: 9 * 24 },
} as const

export type LinkPurpose = keyof typeof LINKS
export type LinkOwner = {
  userId: string
  role: Role
  /** The email change that the link confirms or takes back, if any. */
  changeId?: string | undefined
}

/**
 * Makes a link to be emailed immediately, as a path; the email adds the site. Stores only the hash of its secret, with
 * the person it is for. A new link leaves earlier ones valid until one of them is used.
 */
export async function makeLink(
  db: Executor,
  now: Date,
  purpose: LinkPurpose,
  owner: LinkOwner,
): Promise<string> {
  const token = randomBytes(32).toString("base64url")
  await db.insert(verifications).values({
    identifier: identifierOf(purpose, token),
    value: JSON.stringify(owner),
    expiresAt: new Date(now.getTime() + LINKS[purpose].hours * HOUR_MS),
    createdAt: now,
  })
  return `${LINKS[purpose].page}?user=${ROLE_PAGES[owner.role].word}&id=${token}`
}

/** Returns the person a link is for, and whether it has expired; null if it was never sent or has been used up. */
export async function readToken(
  db: Executor,
  now: Date,
  purpose: LinkPurpose,
  token: string,
): Promise<(LinkOwner & { expired: boolean }) | null> {
  const [row] = await db
    .select()
    .from(verifications)
    .where(eq(verifications.identifier, identifierOf(purpose, token)))
  return row ? { ...ownerIn(row.value), expired: row.expiresAt <= now } : null
}

/** Uses a link up: of two simultaneous requests, one gets the owner and the other null. */
export async function spendToken(
  tx: Transaction,
  now: Date,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkOwner | null> {
  const identifier = identifierOf(purpose, token)
  const [row] = await tx
    .delete(verifications)
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now)))
    .returning()
  return row ? ownerIn(row.value) : null
}

/** Invalidates every other link with this purpose that was sent to this person. */
export async function dropTokens(tx: Transaction, purpose: LinkPurpose, userId: string): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(like(verifications.identifier, `${purpose}:%`), like(verifications.value, `%"${userId}"%`)))
}

function identifierOf(purpose: LinkPurpose, token: string): string {
  return `${purpose}:${createHash("sha256").update(token).digest("base64url")}`
}

function ownerIn(value: string): LinkOwner {
  return JSON.parse(value) as LinkOwner
}
