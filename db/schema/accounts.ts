import { sql } from "drizzle-orm"
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core"
import { ROLES } from "#core/identity/roles.ts"
import { SUBSCRIPTIONS } from "#core/identity/states.ts"
import { USUAL_EVENING_HOUR } from "#core/orders/evening-email.ts"
import { STATE_CODES } from "#core/places/states.ts"
import { TIME_ZONE_SOURCES } from "#core/places/time-zones.ts"
import { at, createdAt, decisionColumns, id, payoutAccountColumns, positionColumns } from "./columns.ts"

/** better-auth's `user`: one person per email. */
export const users = pgTable(
  "users",
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    twoFactorEnabled: boolean().notNull().default(false),
    /**
     * The account was deleted: the rest of the row names nobody, and only connects the records that the law requires us
     * to keep.
     */
    deletedAt: at(),
    /**
     * The person's choice; null means that it is derived from their location (core/identity/time-zone-of.server.ts).
     */
    timeZone: text(),
    /**
     * No push message is sent between these minutes after midnight, in the person's time zone; null: no quiet hours.
     */
    quietFromMinutes: integer(),
    quietToMinutes: integer(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index("users_unconfirmed").on(t.createdAt).where(sql`not email_verified and deleted_at is null`)],
)

/** A person's notification choices that differ from the defaults (core/notifications/kinds.ts). */
export const notificationChoices = pgTable(
  "notification_choices",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ROLES }).notNull(),
    kind: text().notNull(),
    way: text().notNull(),
    isOn: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.role, t.kind, t.way] })],
)

/** The roles of a person, and the terms that they agreed to when they took each role. */
export const memberships = pgTable(
  "memberships",
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text({ enum: ROLES }).notNull(),
    termsVersion: text(),
    agreedAt: at(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.role] })],
)

export const customers = pgTable("customers", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id),
  firstName: text().notNull(),
  lastName: text().notNull(),
  phone: text(),
  stripeCustomerId: text(),
  createdAt: createdAt(),
})

/** A customer's delivery addresses. */
export const addresses = pgTable(
  "addresses",
  {
    id: id(),
    customerId: uuid()
      .notNull()
      .references(() => customers.userId, { onDelete: "cascade" }),
    /** "Home"; "" if the person did not name it. */
    label: text().notNull().default(""),
    firstName: text().notNull(),
    lastName: text().notNull(),
    address: text().notNull(),
    addressOne: text().notNull().default(""),
    city: text().notNull(),
    state: text({ enum: STATE_CODES }).notNull(),
    zip: text().notNull(),
    phone: text().notNull(),
    /** For the courier at the door. Deleted some time after the last order that used them. */
    instructions: text(),
    isFirstChoice: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index().on(t.customerId),
    uniqueIndex("addresses_one_first_choice").on(t.customerId).where(sql`is_first_choice`),
    index("addresses_with_instructions").on(t.updatedAt).where(sql`instructions is not null`),
  ],
)

/**
 * A position as a point of the unit sphere (core/places/sphere.ts): the nearest point there is the nearest on the
 * globe. Built one coordinate at a time, so that an unknown position is null; building it from an array would be an
 * error.
 */
export const marketPlace = ({ lat, lng }: { lat: AnyPgColumn; lng: AnyPgColumn }) =>
  sql`cube(cube(cube(cos(radians(${lat})) * cos(radians(${lng}))), cos(radians(${lat})) * sin(radians(${lng}))), sin(radians(${lat})))`

/** A seller and their market: one market per seller. */
export const markets = pgTable(
  "markets",
  {
    id: id(),
    userId: uuid()
      .notNull()
      .unique()
      .references(() => users.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    phone: text().notNull(),
    weekdayHours: text().notNull(),
    saturdayHours: text().notNull(),
    sundayHours: text().notNull(),
    timeZone: text().notNull(),
    timeZoneSource: text({ enum: TIME_ZONE_SOURCES }).notNull().default("zip"),
    ...positionColumns(),
    ...decisionColumns(),
    ...payoutAccountColumns(),
    website: text(),
    /** The seller's text about the market for its customers. */
    story: text(),
    productDescription: text(),
    /** Accepted at the market itself, never online. */
    acceptsSnap: boolean().notNull().default(false),
    acceptsWic: boolean().notNull().default(false),
    acceptsMarketChecks: boolean().notNull().default(false),
    stripeCustomerId: text(),
    stripeSubscriptionId: text().unique(),
    subscription: text({ enum: SUBSCRIPTIONS }).notNull().default("none"),
    subscriptionCheckedAt: at(),
    /** Approved, onboarded and subscribed: only such a market is listed and can sell. */
    canSell: boolean().generatedAlwaysAs(
      sql`(approval = 'approved' and onboarded is true and subscription in ('active', 'past_due'))`,
    ),
    /** On the market's clock. The owner's choice of notifications turns the email on. */
    eveningEmailHour: integer().notNull().default(USUAL_EVENING_HOUR),
    /** The day whose orders the last evening email listed. */
    eveningEmailDay: date({ mode: "string" }),
    ownerPhotoId: uuid(),
    marketPhotoId: uuid(),
    certificateId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    index("markets_listed_place").using("gist", marketPlace(t)).where(sql`can_sell`),
    index("markets_listed_name").on(t.name, t.id).where(sql`can_sell`),
    index("markets_approval").on(t.approval, t.createdAt),
  ],
)

export const couriers = pgTable(
  "deliverers",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    address: text().notNull(),
    addressOne: text().notNull().default(""),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    phone: text().notNull(),
    ...positionColumns(),
    ...decisionColumns(),
    ...payoutAccountColumns(),
    photoId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [index("deliverers_approval").on(t.approval, t.createdAt)],
)

/**
 * A half-completed wizard form. `secret` is the hash of the value in the browser's cookie; a password is stored only as
 * its hash.
 */
export const drafts = pgTable(
  "drafts",
  {
    id: id(),
    kind: text({ enum: ["seller", "deliverer", "product"] }).notNull(),
    userId: uuid().references(() => users.id, { onDelete: "cascade" }),
    secretHash: text().notNull().unique(),
    step: integer().notNull().default(1),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    passwordHash: text(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.expiresAt), index().on(t.userId)],
)

/** The decisions of admins and the private images that they viewed. Append-only. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    actorId: uuid(),
    actorRole: text().notNull(),
    action: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.subjectType, t.subjectId), index().on(t.createdAt)],
)

/**
 * A command's response, stored under the key that its caller sent: a repeated request gets the same response, and the
 * command does not run again.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** The caller: a user id, or a hash of the anonymous browser. */
    scope: text().notNull(),
    command: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    response: jsonb().$type<unknown>(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.scope, t.command, t.key] }), index().on(t.createdAt)],
)

/**
 * A deleted account about which outside services are still being notified: email and name stay here until the last
 * email is sent.
 */
export const accountDeletions = pgTable(
  "account_deletions",
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id),
    email: text(),
    firstName: text(),
    /** The seller's subscription, which has to be ended at the provider. */
    stripeSubscriptionId: text(),
    /** The customer's account with their saved cards, which has to be deleted at the provider. */
    stripeCustomerId: text(),
    requestedAt: createdAt(),
    /** Outside services were notified, and the last email was sent. */
    finishedAt: at(),
    /** When we last tried to close the person's connected accounts at the provider. */
    accountsAskedAt: at(),
    accountsClosedAt: at(),
  },
  (t) => [
    index("account_deletions_open").on(t.requestedAt).where(sql`finished_at is null`),
    index("account_deletions_unclosed").on(t.accountsAskedAt).where(sql`accounts_closed_at is null`),
  ],
)
