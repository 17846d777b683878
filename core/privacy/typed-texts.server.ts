import { getTableColumns, isNotNull, or, type SQL } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import {
  addresses,
  apiTokens,
  cartMarkets,
  carts,
  checkoutMarkets,
  checkouts,
  couriers,
  customers,
  deliveries,
  drafts,
  emailChanges,
  idempotencyKeys,
  marketCalendars,
  marketChanges,
  marketDates,
  markets,
  notifications,
  orderLines,
  orders,
  passkeys,
  products,
  pushSubscriptions,
  refunds,
  replacementOffers,
  savedCards,
  sessions,
  users,
  variants,
} from "#db/schema/index.ts"
import { ANONYMIZED_NAME, anonymizedEmail } from "./privacy.ts"
import type { Retention } from "./retention.ts"

/** A person in one of their roles, or in all of them. */
export type TextOwner = "customer" | "seller" | "courier" | "person"

/** The text is deleted with its row. */
const WITH_ROW = Symbol("with its row")
/** The text stays: books, receipts and other people's records need it. */
export const STAYS = Symbol("stays")

type TypedText<Value = unknown> = {
  /** The value that replaces the text when its owner deletes the account. A function receives the account's id. */
  readonly erasedTo: Value | ((userId: string) => Value) | typeof WITH_ROW | typeof STAYS
  /** The retention setting after which the sweep removes the text; without one, the text is kept as long as its row. */
  readonly kept?: keyof Retention
  /** The parts of a data export that contain the text: its owner's, or that of another person who sees it. */
  readonly exportedTo?: readonly TextOwner[]
}

/** A text of the register: whose it is, and in which column. */
type ListedText = TypedText & {
  readonly owner: TextOwner
  readonly table: PgTable
  readonly name: string
  readonly column: PgColumn
}

function textsIn<Table extends PgTable>(
  owner: TextOwner,
  table: Table,
  texts: { [Name in keyof Table["$inferInsert"] & string]?: TypedText<Table["$inferInsert"][Name]> },
): ListedText[] {
  const columns = getTableColumns(table)
  return Object.entries<TypedText>(texts as Record<string, TypedText>).map(([name, text]) => ({
    ...text,
    ...{ owner, table, name, column: columns[name] as PgColumn },
  }))
}

const customer = { exportedTo: ["customer"] } as const
const seller = { exportedTo: ["seller"] } as const
const courier = { exportedTo: ["courier"] } as const
const person = { exportedTo: ["person"] } as const
const customerAndSeller = { exportedTo: ["customer", "seller"] } as const

const DENIED = "The account was deleted."

/**
 * Every column with a text that somebody typed or that identifies somebody: whose account deletion removes it, when the
 * sweep removes it, and whose data export contains it. A text column of the schema that is not listed here fails a
 * test.
 */
export const TYPED_TEXTS: readonly ListedText[] = [
  textsIn("person", users, {
    name: { erasedTo: `${ANONYMIZED_NAME.firstName} ${ANONYMIZED_NAME.lastName}`, ...person },
    email: { erasedTo: anonymizedEmail, ...person },
    timeZone: { erasedTo: null, ...person },
    image: { erasedTo: null },
  }),
  textsIn("person", sessions, {
    ipAddress: { erasedTo: WITH_ROW, ...person },
    userAgent: { erasedTo: WITH_ROW, ...person },
  }),
  textsIn("person", emailChanges, {
    email: { erasedTo: WITH_ROW, kept: "linkDays", ...person },
    oldEmail: { erasedTo: WITH_ROW, kept: "linkDays", ...person },
  }),
  textsIn("person", passkeys, { name: { erasedTo: WITH_ROW, ...person } }),
  textsIn("person", apiTokens, { name: { erasedTo: WITH_ROW, kept: "revokedTokenDays", ...person } }),
  textsIn("person", pushSubscriptions, {
    userAgent: { erasedTo: WITH_ROW, kept: "pushDays", ...person },
    endpoint: { erasedTo: WITH_ROW, kept: "pushDays", ...person },
  }),
  textsIn("person", notifications, {
    message: { erasedTo: WITH_ROW, kept: "unseenNotificationDays", ...person },
  }),
  textsIn("person", drafts, { data: { erasedTo: WITH_ROW } }),
  textsIn("person", idempotencyKeys, { response: { erasedTo: WITH_ROW, kept: "idempotencyDays" } }),

  textsIn("customer", customers, {
    firstName: { erasedTo: ANONYMIZED_NAME.firstName, ...customer },
    lastName: { erasedTo: ANONYMIZED_NAME.lastName, ...customer },
    phone: { erasedTo: null, ...customer },
  }),
  textsIn("customer", addresses, {
    label: { erasedTo: WITH_ROW, ...customer },
    firstName: { erasedTo: WITH_ROW, ...customer },
    lastName: { erasedTo: WITH_ROW, ...customer },
    address: { erasedTo: WITH_ROW, ...customer },
    addressOne: { erasedTo: WITH_ROW, ...customer },
    city: { erasedTo: WITH_ROW, ...customer },
    zip: { erasedTo: WITH_ROW, ...customer },
    phone: { erasedTo: WITH_ROW, ...customer },
    instructions: { erasedTo: WITH_ROW, kept: "instructionDays", ...customer },
  }),
  textsIn("customer", savedCards, {
    brand: { erasedTo: WITH_ROW, ...customer },
    lastFour: { erasedTo: WITH_ROW, ...customer },
  }),
  textsIn("customer", carts, { shipTo: { erasedTo: WITH_ROW, ...customer } }),
  textsIn("customer", cartMarkets, {
    note: { erasedTo: WITH_ROW, kept: "noteDays", ...customer },
    phone: { erasedTo: WITH_ROW, kept: "noteDays", ...customer },
  }),
  textsIn("customer", checkouts, {
    shipTo: { erasedTo: null, kept: "abandonedCheckoutDays", ...customer },
    billing: { erasedTo: null, kept: "abandonedCheckoutDays", ...customer },
    cardBrand: { erasedTo: null, ...customer },
    cardLastFour: { erasedTo: null, ...customer },
  }),
  textsIn("customer", checkoutMarkets, {
    note: { erasedTo: null, kept: "noteDays" },
    phone: { erasedTo: null, kept: "noteDays" },
  }),
  textsIn("customer", orders, {
    note: { erasedTo: null, kept: "noteDays", ...customer },
    phone: { erasedTo: null, kept: "noteDays", ...customer },
  }),
  textsIn("customer", deliveries, {
    firstName: { erasedTo: ANONYMIZED_NAME.firstName, ...customer },
    lastName: { erasedTo: ANONYMIZED_NAME.lastName, ...customer },
    address: { erasedTo: "", ...customer },
    addressOne: { erasedTo: "", ...customer },
    // The sales tax was computed from these.
    city: { erasedTo: STAYS, ...customer },
    state: { erasedTo: STAYS, ...customer },
    zip: { erasedTo: STAYS, ...customer },
    phone: { erasedTo: "", ...customer },
    email: { erasedTo: "", ...customer },
    instructions: { erasedTo: null, kept: "instructionDays", ...customer },
    carrier: { erasedTo: STAYS, ...customer },
    trackingNumber: { erasedTo: null, ...customer },
  }),
  textsIn("customer", refunds, {
    reason: { erasedTo: "Deleted with the customer's account", ...customerAndSeller },
  }),

  textsIn("seller", markets, {
    firstName: { erasedTo: ANONYMIZED_NAME.firstName, ...seller },
    lastName: { erasedTo: ANONYMIZED_NAME.lastName, ...seller },
    // Receipts name the seller and the place.
    name: { erasedTo: STAYS, ...seller },
    address: { erasedTo: "", ...seller },
    city: { erasedTo: STAYS, ...seller },
    state: { erasedTo: STAYS, ...seller },
    zip: { erasedTo: STAYS, ...seller },
    phone: { erasedTo: "", ...seller },
    weekdayHours: { erasedTo: "", ...seller },
    saturdayHours: { erasedTo: "", ...seller },
    sundayHours: { erasedTo: "", ...seller },
    denialReason: { erasedTo: DENIED, ...seller },
    website: { erasedTo: null, ...seller },
    story: { erasedTo: null, ...seller },
    productDescription: { erasedTo: null, ...seller },
  }),
  textsIn("seller", marketCalendars, { pauseReason: { erasedTo: WITH_ROW, ...seller } }),
  textsIn("seller", marketDates, { note: { erasedTo: WITH_ROW, ...seller } }),
  textsIn("seller", marketChanges, {
    wanted: { erasedTo: WITH_ROW, ...seller },
    reason: { erasedTo: WITH_ROW, ...seller },
  }),
  textsIn("seller", products, {
    name: { erasedTo: STAYS, ...seller },
    description: { erasedTo: STAYS, ...seller },
  }),
  textsIn("seller", variants, { size: { erasedTo: STAYS, ...seller } }),
  textsIn("seller", orderLines, {
    productName: { erasedTo: STAYS, ...customerAndSeller },
    size: { erasedTo: STAYS, ...customerAndSeller },
  }),
  textsIn("seller", replacementOffers, {
    productName: { erasedTo: STAYS, ...customerAndSeller },
    size: { erasedTo: STAYS, ...customerAndSeller },
  }),
  textsIn("seller", orders, { cancelReason: { erasedTo: STAYS, ...customerAndSeller } }),

  textsIn("courier", couriers, {
    firstName: { erasedTo: ANONYMIZED_NAME.firstName, ...courier },
    lastName: { erasedTo: ANONYMIZED_NAME.lastName, ...courier },
    address: { erasedTo: "", ...courier },
    addressOne: { erasedTo: "", ...courier },
    city: { erasedTo: "", ...courier },
    state: { erasedTo: STAYS, ...courier },
    zip: { erasedTo: "", ...courier },
    phone: { erasedTo: "", ...courier },
    denialReason: { erasedTo: DENIED, ...courier },
  }),
].flat()

/** The values that replace the texts of a deleted account in this table, for an update of the owner's rows. */
export function erasedTexts<Table extends PgTable>(
  owner: TextOwner,
  table: Table,
  userId: string,
): Partial<Table["$inferInsert"]> {
  const erased = replacedTexts(owner, table).map(({ name, erasedTo }) => [
    name,
    typeof erasedTo === "function" ? erasedTo(userId) : erasedTo,
  ])
  return Object.fromEntries(erased) as Partial<Table["$inferInsert"]>
}

/** Whether a row of this table has any text that `erasedTexts` replaces; rows without one need no update. */
export const hasTextsToErase = (owner: TextOwner, table: PgTable): SQL | undefined =>
  hasAnyOf(replacedTexts(owner, table))

const replacedTexts = (owner: TextOwner, table: PgTable) =>
  textsOf(table).filter(
    (text) => text.owner === owner && text.erasedTo !== WITH_ROW && text.erasedTo !== STAYS,
  )

/** The columns of this table whose texts are in the reader's part of a data export. */
export function exportedTexts(reader: TextOwner, table: PgTable): Record<string, PgColumn> {
  const exported = textsOf(table).filter(({ exportedTo }) => exportedTo?.includes(reader))
  return Object.fromEntries(exported.map(({ name, column }) => [name, column]))
}

/** The update that blanks the texts of this table that are kept for one setting's days, and which rows have any. */
export function blankTexts<Table extends PgTable>(
  table: Table,
  setting: keyof Retention,
): { isThere: SQL | undefined; blank: Partial<Table["$inferInsert"]> } {
  const texts = textsOf(table).filter(({ kept }) => kept === setting)
  return {
    isThere: hasAnyOf(texts),
    blank: Object.fromEntries(texts.map(({ name }) => [name, null])) as Partial<Table["$inferInsert"]>,
  }
}

const hasAnyOf = (texts: readonly ListedText[]) => or(...texts.map(({ column }) => isNotNull(column)))
const textsOf = (of: PgTable) => TYPED_TEXTS.filter(({ table }) => table === of)
