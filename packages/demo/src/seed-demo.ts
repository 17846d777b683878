import { sql } from "drizzle-orm"
import { DAY_MS } from "../../../core/durations.ts"
import { DEMO_PASSWORD, SATURDAY_LOGIN } from "../../../core/identity/demo-logins.ts"
import type { Ports } from "../../../core/ports/index.ts"
import type { Database } from "../../../db/client.ts"
import { users } from "../../../db/schema/index.ts"
import { transaction } from "../../../db/transaction.ts"
import { productsOf } from "./demo-catalogue.ts"
import { DEMO_MARKETS, marketOf } from "./demo-markets.ts"
import { ADMIN, COURIERS, CUSTOMERS, OPEN, SELLERS_IN_EVERY_STATE } from "./demo-people.ts"
import { insertImages } from "./insert-images.ts"
import {
  insertCouriers,
  insertCustomers,
  insertFavorites,
  insertMarkets,
  type PlacedMarket,
} from "./insert-markets.ts"
import { idOf, insertPeople, type NewPerson } from "./insert-people.ts"
import { insertProducts } from "./insert-products.ts"
import { SATURDAY_MARKET } from "./saturday-market.ts"
import { SATURDAY_CUSTOMERS } from "./saturday-plans.ts"
import {
  documentName,
  productImageName,
  stallImageName,
  storeDocuments,
  storeDrawings,
} from "./store-images.ts"

/** The parts of a runtime that the seed needs. */
type DemoParts = {
  readonly database: { readonly db: Database }
  readonly env: { readonly IMAGE_SECRET: string }
  readonly ports: Pick<Ports, "passwords" | "images">
}

/** Serializes two starts: the second waits and then finds the demo. "demo" in ASCII. */
const SEED_LOCK = 0x64656d6f
const SETTLED_DAYS = 60
const LOVED_MARKETS = 2
const SHOPPERS = [...CUSTOMERS, ...SATURDAY_CUSTOMERS]

/** The demo seller's market comes first and sells everything; the other owners' emails are made of their names. */
const PLACED: readonly PlacedMarket[] = [
  ...DEMO_MARKETS.map((market, index) => ({ email: ownerEmail(market, index), market, standing: OPEN })),
  { email: SATURDAY_LOGIN, market: SATURDAY_MARKET, standing: OPEN },
  ...SELLERS_IN_EVERY_STATE.map(({ market, ...seller }) => ({ ...seller, market: marketOf(market) })),
]

/**
 * Fills an empty database with the demo's people, markets, products and images, in one transaction: a start that is
 * killed halfway leaves images on the disk and no row. Returns false if there is a demo already.
 */
export async function seedDemo(runtime: DemoParts): Promise<boolean> {
  const { database, env, ports } = runtime
  if (await hasDemo(runtime)) return false
  const passwordHash = await ports.passwords.hash(DEMO_PASSWORD)
  const drawings = await storeDrawings(
    ports.images,
    PLACED.map(({ market }) => market),
  )
  const documents = await storeDocuments(ports.images, documentsWanted(env.IMAGE_SECRET))
  const at = new Date(Date.now() - SETTLED_DAYS * DAY_MS)
  return transaction(database.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    const [there] = await tx.select({ id: users.id }).from(users).where(sql`email = ${ADMIN.email}`)
    if (there) return false
    const ids = await insertPeople(tx, everybody(), { passwordHash, at })
    const owners = new Map(
      applicants().flatMap(({ email, documents }) =>
        documents.map((p) => [nameOf(env, email, p), idOf(ids, email)]),
      ),
    )
    const imageIds = await insertImages(tx, [
      ...drawings,
      ...documents.map((image) => ({ ...image, ownerId: owners.get(image.name) })),
    ])
    const document = (email: string, kind: "id" | "certificate") => idOf(imageIds, nameOf(env, email, kind))
    const marketIds = await insertMarkets(tx, PLACED, {
      ids,
      at,
      documents: (email) => ({
        ownerPhotoId: document(email, "id"),
        certificateId: document(email, "certificate"),
        marketPhotoId: idOf(imageIds, stallOf(email)),
      }),
    })
    await insertCouriers(tx, { ids, at, photoOf: (email) => document(email, "id") })
    await insertCustomers(tx, SHOPPERS, { ids, at })
    const loved = PLACED.slice(0, LOVED_MARKETS).map(({ email }) => idOf(marketIds, email))
    await insertFavorites(tx, loved, { ids, at })
    await insertProducts(tx, stock(marketIds), { at, imageIds, imageName: productImageName })
    return true
  })
}

/** Whether this database has been seeded. */
export async function hasDemo({ database }: DemoParts): Promise<boolean> {
  const [there] = await database.db.select({ id: users.id }).from(users).where(sql`email = ${ADMIN.email}`)
  return there !== undefined
}

function everybody(): NewPerson[] {
  return [
    { ...ADMIN, role: "admin" },
    ...SHOPPERS.map(({ email, firstName, lastName }) => ({
      email,
      firstName,
      lastName,
      role: "customer" as const,
    })),
    ...COURIERS.map(({ email, firstName, lastName }) => ({
      email,
      firstName,
      lastName,
      role: "deliverer" as const,
    })),
    ...PLACED.map(({ email, market: { firstName, lastName } }) => ({
      email,
      firstName,
      lastName,
      role: "seller" as const,
    })),
  ]
}

function applicants() {
  return [
    ...PLACED.map(({ email }) => ({ email, documents: ["id", "certificate"] as const })),
    ...COURIERS.map(({ email }) => ({ email, documents: ["id"] as const })),
  ]
}

function documentsWanted(secret: string) {
  return applicants().flatMap(({ email, documents }, index) =>
    documents.map((document) => ({
      name: documentName(secret, email, document),
      document,
      hue: (index % 6) * 60,
    })),
  )
}

const nameOf = (env: DemoParts["env"], email: string, document: "id" | "certificate") =>
  documentName(env.IMAGE_SECRET, email, document)

function stallOf(email: string): string {
  const placed = PLACED.find((candidate) => candidate.email === email)
  if (!placed) throw new Error(`The demo has no market of ${email}`)
  return stallImageName(placed.market)
}

/** Only approved sellers who have had a subscription have products. */
function stock(marketIds: ReadonlyMap<string, string>) {
  return PLACED.filter(
    ({ standing }) => standing.approval === "approved" && standing.subscription !== "none",
  ).flatMap(({ email, market }) =>
    productsOf(market).map((product) => ({ ...product, marketId: idOf(marketIds, email) })),
  )
}

function ownerEmail(market: { firstName: string; lastName: string }, index: number): string {
  if (index === 0) return "seller@pushcart.test"
  const plain = `${market.firstName}.${market.lastName}`.normalize("NFD").replace(/[^A-Za-z.]/g, "")
  return `${plain.toLowerCase()}@pushcart.test`
}
