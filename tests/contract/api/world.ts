import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Role } from "#core/identity/roles.ts"
import type { Ports } from "#core/ports/index.ts"
import type { Database } from "#db/client.ts"
import { cartLines, carts, memberships, notifications, users } from "#db/schema/index.ts"
import { diskImages } from "#server/adapters/images/disk-images.ts"
import type { DocumentedCall } from "#tests/support/api-document.ts"
import { aMarket, aProduct } from "#tests/support/factories/markets.ts"
import { anOrder } from "#tests/support/factories/orders.ts"
import { aCourier, aCustomer } from "#tests/support/factories/people.ts"

/** The ids of one person's data, by the document's `x-thing`. */
export type Things = Record<string, string>
export type World = {
  people: Record<Role, string>
  own: Things
  strangers: Things
  nobodys: Things
  ports: Partial<Ports>
}

/** One person of each role with their data, and strangers with theirs. Outside services do not respond. */
export async function aWorld(db: Database): Promise<World> {
  const mine = await someone(db)
  const others = await someone(db)
  const [admin] = await db
    .insert(users)
    .values({ name: "Ada Admin", email: `admin-${crypto.randomUUID()}@example.test`, emailVerified: true })
    .returning()
  await db.insert(memberships).values({ userId: admin!.id, role: "admin" })
  const nobodys = Object.fromEntries(Object.keys(mine.things).map((name) => [name, crypto.randomUUID()]))
  return {
    people: { ...mine.people, admin: admin!.id },
    own: mine.things,
    strangers: others.things,
    nobodys,
    ports: {
      images: diskImages({ directory: mkdtempSync(join(tmpdir(), "pushcart-api-")), secret: "x".repeat(32) }),
    },
  }
}

async function someone(db: Database) {
  const customer = await aCustomer(db)
  const market = await aMarket(db)
  const courier = await aCourier(db)
  const product = await aProduct(db, market)
  const order = await anOrder(db, { customer, market, product, fulfilment: "delivery" })
  await db.insert(carts).values({ customerId: customer.userId, updatedAt: new Date() })
  const [line] = await db
    .insert(cartLines)
    .values({
      customerId: customer.userId,
      variantId: product.variantId,
      quantity: 1,
      seenPriceCents: product.variants[0]!.priceCents,
    })
    .returning()
  const notes = await db
    .insert(notifications)
    .values(
      [customer.actor, market.actor].map((actor) => ({ ...actor, orderId: order.id, message: "New order" })),
    )
    .returning()
  return {
    people: { customer: customer.userId, seller: market.userId, deliverer: courier.actor.userId },
    things: {
      order: order.id,
      product: product.id,
      cartLine: line!.id,
      delivery: order.delivery!.id,
      notification: notes[0]!.id,
      market: market.id,
      seller: market.userId,
      deliverer: courier.actor.userId,
      checkout: order.checkoutId,
    },
  }
}

type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  format?: string
  "x-thing"?: string
}

/** A well-formed request with these ids, built from the document's examples, or else from its schemas. */
export function aSample(call: DocumentedCall, ids: Things): { path: string; body: unknown } {
  const value = (schema: Schema) => sample(schema, ids)
  const path = call.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((path, { name, schema }) => path.replace(`{${name}}`, String(value(schema as Schema))), call.path)
  const query = call.parameters
    .filter((parameter) => parameter.in === "query" && (parameter as { required?: boolean }).required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(value(schema as Schema)))}`)
  const full = query.length > 0 ? `${path}?${query.join("&")}` : path
  if (!call.body) return { path: full, body: call.method === "GET" ? undefined : {} }
  const body = value(call.body.schema as Schema) as Record<string, unknown>
  return { path: full, body: call.body.types.includes("application/json") ? body : formOf(body) }
}

function sample(schema: Schema, ids: Things): unknown {
  const thing = schema["x-thing"]
  if (thing) {
    const id = ids[thing]
    if (!id)
      throw new Error(
        `Put a "${thing}" into tests/contract/api/world.ts: a call of the document is about one.`,
      )
    return id
  }
  if (schema.format === "binary") return aNewImage()
  const [example] = schema.examples ?? []
  if (example !== undefined && schema.type !== "object" && !schema.properties) return example
  if (schema.properties) return sampleObject(schema, example as Record<string, unknown> | undefined, ids)
  if (schema.type === "array")
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => sample(schema.items ?? {}, ids))
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, ids)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  if (schema.type === "integer" || schema.type === "number")
    return schema.minimum && schema.minimum > 0 ? schema.minimum : 1
  if (schema.type === "boolean") return true
  return "text"
}

/** The example, with its ids replaced by those of this world. */
function sampleObject(schema: Schema, example: Record<string, unknown> | undefined, ids: Things) {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isThing = JSON.stringify(field).includes("x-thing")
    const isFile = JSON.stringify(field).includes('"binary"')
    if (example && !(name in example) && !isFile) return []
    if (!example && !schema.required?.includes(name)) return []
    return [[name, example && !isThing && !isFile ? example[name] : sample(field, ids)] as const]
  })
  return Object.fromEntries(entries)
}

function formOf(body: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, one instanceof File ? one : String(one))
  return form
}

/** The bytes after the pixel make each image different, because a registration rejects duplicates. */
const aNewImage = () => new File([AN_IMAGE, crypto.randomUUID()], "picture.png", { type: "image/png" })

/** One transparent pixel. */
const AN_IMAGE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
)
