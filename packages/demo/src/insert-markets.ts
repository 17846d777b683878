import { inArray } from "drizzle-orm"
import { hoursTexts } from "../../../core/calendar/calendar.ts"
import type { Transaction } from "../../../db/client.ts"
import {
  couriers,
  customers,
  favorites,
  marketCalendars,
  marketChanges,
  marketDates,
  marketPhotos,
  markets,
  zips,
} from "../../../db/schema/index.ts"
import { demoCalendars } from "./demo-calendars.ts"
import type { DemoMarket } from "./demo-markets.ts"
import { ADMIN, COURIERS, CUSTOMERS, type SellerStanding, type Standing } from "./demo-people.ts"
import { idOf, type NewPerson } from "./insert-people.ts"

type Ids = ReadonlyMap<string, string>
export type PlacedMarket = { email: string; market: DemoMarket; standing: SellerStanding }
/** The ids of the images that applicants sent, by the applicant's email. */
export type Documents = { ownerPhotoId: string; marketPhotoId: string; certificateId: string }

/** Inserts markets with their owners' status. Returns the markets' ids by their owners' emails. */
export async function insertMarkets(
  tx: Transaction,
  placed: readonly PlacedMarket[],
  given: { ids: Ids; at: Date; documents: (email: string) => Documents },
): Promise<Map<string, string>> {
  const zones = await timeZones(
    tx,
    placed.map(({ market }) => market.zip),
  )
  const calendars = demoCalendars(new Date())
  const hours = (name: string) => calendars[name]?.week && hoursTexts(calendars[name].week)
  const rows = await tx
    .insert(markets)
    .values(
      placed.map(({ email, market: { categories: _sold, sells: _goods, ...market }, standing }) => ({
        ...market,
        ...hours(market.name),
        userId: idOf(given.ids, email),
        timeZone: zones.get(market.zip) ?? "America/New_York",
        positionSource: "entered" as const,
        ...decided(standing, given),
        subscription: standing.subscription,
        productDescription: standing.onboarded === null ? null : "Food and goods from the neighborhood.",
        ...given.documents(email),
        createdAt: given.at,
        updatedAt: given.at,
      })),
    )
    .returning()
  await insertStalls(tx, rows, given.at)
  await insertCalendars(tx, rows, calendars)
  const byUser = new Map(rows.map((row) => [row.userId, row.id]))
  return new Map(placed.map(({ email }) => [email, idOf(byUser, idOf(given.ids, email))]))
}

/** The market whose photo customers do not see yet, and whose new name waits for an admin. */
const UNCONFIRMED = "Harlem Harvest"
const RENAMED = { name: "Union Square Greens", wanted: { name: "Union Square Greens & Flowers" } }

async function insertStalls(tx: Transaction, rows: readonly (typeof markets.$inferSelect)[], at: Date) {
  const photos = rows
    .filter(({ name }) => name !== UNCONFIRMED)
    .flatMap(({ id, marketPhotoId }) =>
      marketPhotoId ? [{ marketId: id, imageId: marketPhotoId, position: 0 }] : [],
    )
  await tx.insert(marketPhotos).values(photos)
  const renamed = rows.find(({ name }) => name === RENAMED.name)
  if (!renamed) throw new Error(`The demo has no ${RENAMED.name}`)
  await tx
    .insert(marketChanges)
    .values({ marketId: renamed.id, kind: "name", wanted: RENAMED.wanted, createdAt: at })
}

async function insertCalendars(
  tx: Transaction,
  rows: readonly (typeof markets.$inferSelect)[],
  calendars: ReturnType<typeof demoCalendars>,
) {
  for (const [name, { days = [], ...calendar }] of Object.entries(calendars)) {
    const marketId = rows.find((row) => row.name === name)?.id
    if (!marketId) throw new Error(`The demo has no ${name}`)
    await tx.insert(marketCalendars).values({ marketId, ...calendar })
    if (days.length > 0) await tx.insert(marketDates).values(days.map((day) => ({ marketId, ...day })))
  }
}

export async function insertCouriers(
  tx: Transaction,
  given: { ids: Ids; at: Date; photoOf: (email: string) => string },
): Promise<void> {
  await tx.insert(couriers).values(
    COURIERS.map(({ email, standing, ...courier }) => ({
      ...courier,
      userId: idOf(given.ids, email),
      ...decided(standing, given),
      photoId: given.photoOf(email),
      createdAt: given.at,
      updatedAt: given.at,
    })),
  )
}

export async function insertCustomers(
  tx: Transaction,
  people: readonly Pick<NewPerson, "email" | "firstName" | "lastName">[],
  given: { ids: Ids; at: Date },
): Promise<void> {
  await tx.insert(customers).values(
    people.map(({ email, firstName, lastName }) => ({
      userId: idOf(given.ids, email),
      firstName,
      lastName,
      createdAt: given.at,
    })),
  )
}

/** Marks these markets as the first customer's favorites. */
export async function insertFavorites(
  tx: Transaction,
  marketIds: readonly string[],
  given: { ids: Ids; at: Date },
): Promise<void> {
  const customerId = idOf(given.ids, CUSTOMERS[0].email)
  await tx
    .insert(favorites)
    .values(marketIds.map((marketId) => ({ customerId, marketId, createdAt: given.at })))
}

function decided(standing: Standing, given: { ids: Ids; at: Date }) {
  const { approval, denialReason = null, onboarded, requirements = [] } = standing
  const decision =
    approval === "waiting" ? {} : { decidedAt: given.at, decidedBy: idOf(given.ids, ADMIN.email) }
  const account = onboarded === null ? {} : { payoutSchedule: "weekly" as const, accountCheckedAt: given.at }
  return { approval, denialReason, onboarded, requirements, ...decision, ...account }
}

async function timeZones(tx: Transaction, wanted: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ zip: zips.zip, timeZone: zips.timeZone })
    .from(zips)
    .where(inArray(zips.zip, wanted))
  return new Map(rows.map((row) => [row.zip, row.timeZone]))
}
