import { sql } from "drizzle-orm"
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core"
import { ROLES } from "#core/identity/roles.ts"
import { users } from "./accounts.ts"
import { at, createdAt, id } from "./columns.ts"

/** better-auth's `session`, bound to the role whose page it signed in on. */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ROLES }).notNull(),
    token: text().notNull().unique(),
    expiresAt: at().notNull(),
    ipAddress: text(),
    userAgent: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.userId), index("sessions_by_expiry").on(t.expiresAt)],
)

/** better-auth's `account`: the password hash. */
export const credentials = pgTable(
  "credentials",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: at(),
    refreshTokenExpiresAt: at(),
    scope: text(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index().on(t.userId)],
)

/** better-auth's `verification`: email confirmation and password reset tokens. */
export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index().on(t.identifier),
    index("verifications_by_expiry").on(t.expiresAt),
    // Challenges expire within minutes, links after up to a month: without this index, the sweep of challenges would
    // read all links.
    index("verifications_challenges").on(t.expiresAt).where(sql`identifier like 'passkey-challenge:%'`),
  ],
)

/** better-auth's `twoFactor`: an admin's second factor. */
export const twoFactors = pgTable(
  "two_factors",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    backupCodes: text().notNull(),
    verified: boolean().notNull().default(false),
  },
  (t) => [index().on(t.userId)],
)

/**
 * A key on a person's phone, computer or security key, with which they sign in without a password, in each of their
 * roles.
 */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The authenticator's own id of the key, and its public key, both base64url. */
    credentialId: text().notNull().unique(),
    publicKey: text().notNull(),
    /**
     * How often the key was used, by its own count. A count that goes backward means a copied key. Synced keys stay at
     * 0.
     */
    counter: bigint({ mode: "number" }).notNull(),
    transports: text().array().notNull().default(sql`'{}'`),
    lastUsedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId)],
)

/** A new email address that a person requested; the current one stays until the link to the new one is opened. */
export const emailChanges = pgTable(
  "email_changes",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The role on whose page it was requested: the link leads back to this role's sign-in. */
    role: text({ enum: ROLES }).notNull(),
    email: text().notNull(),
    /**
     * The previous address. It is notified, can undo the change, and cannot be used by anyone else in the meantime
     * (core/identity/email-change.ts).
     */
    oldEmail: text(),
    confirmedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("email_changes_one_open").on(t.userId).where(sql`confirmed_at is null`),
    index().on(t.userId),
    index("email_changes_by_age").on(t.createdAt),
    index("email_changes_confirmed").on(t.confirmedAt).where(sql`confirmed_at is not null`),
    index("email_changes_by_old_email").on(t.oldEmail).where(sql`confirmed_at is not null`),
  ],
)

/** Counts of actions that could be used to guess or flood; one row per key and window. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: at().notNull(),
  },
  (t) => [index("rate_limits_by_end").on(t.resetsAt)],
)

/** Personal tokens for scripts; only the hash is stored. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ROLES }).notNull(),
    name: text().notNull(),
    tokenHash: text().notNull().unique(),
    lastUsedAt: at(),
    revokedAt: at(),
    createdAt: createdAt(),
    expiresAt: at().notNull().default(sql`now() + interval '90 days'`),
    /** When the owner was notified that the token expires soon. */
    endToldAt: at(),
  },
  (t) => [
    index().on(t.userId),
    index("api_tokens_by_expiry").on(t.expiresAt),
    index("api_tokens_revoked").on(t.revokedAt).where(sql`revoked_at is not null`),
  ],
)
