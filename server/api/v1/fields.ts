import { z } from "zod"
import { APPROVALS, type Approval } from "#core/identity/states.ts"
import { cents, toDollars } from "#core/money.ts"
import type { Fulfilment } from "#core/orders/statuses.ts"
import { plainNumber } from "#core/plain-number.ts"

/** The kinds of things that have an id. `x-thing` in a schema names the kind, which the matrix test reads. */
const THINGS = {
  order: "order",
  product: "product",
  cartLine: "cart line, or of its product",
  delivery: "delivery",
  notification: "notification",
  market: "market",
  seller: "seller",
  deliverer: "deliverer",
  checkout: "checkout",
}
type Thing = keyof typeof THINGS

/** An id for examples. */
export const EXAMPLE_ID = "0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f"

/** An id in a path. A malformed id is not found, like another person's. */
export const pathId = (thing: Thing) =>
  z
    .string()
    .max(200)
    .meta({ "x-thing": thing, description: `The id of the ${THINGS[thing]}.`, examples: [EXAMPLE_ID] })

/** An id in a body. */
export const bodyId = (thing: Thing, missing = "The id is missing.") =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(200, "This is no id.")
    .meta({ "x-thing": thing, description: `The id of the ${THINGS[thing]}.`, examples: [EXAMPLE_ID] })

export const idParams = (thing: Thing) => z.object({ id: pathId(thing) })

/** The specification's names for how goods are handed over. */
export const deliveryField = z.enum(["Delivery", "Pick up"])
export const toDelivery = (fulfilment: Fulfilment): z.output<typeof deliveryField> =>
  fulfilment === "delivery" ? "Delivery" : "Pick up"

/** `page` and `limit` of a list; at most fifty items per page. */
export const pageFields = (perPage: number) => ({
  page: numberWithin("page", 100_000, 1).meta({ description: "The page number, from 1." }),
  limit: numberWithin("limit", 50, perPage).meta({ description: "The number of items on a page." }),
})

function numberWithin(name: string, most: number, otherwise: number) {
  const error = `The ${name} is a whole number from 1 to ${most}.`
  return plainNumber(z.number({ error }).int(error).min(1, error).max(most, error).default(otherwise))
}

/** Converts the API's page number to the offset that queries take. */
export const toOffset = ({ page, limit }: { page: number; limit: number }) => ({
  limit,
  offset: (page - 1) * limit,
})

/** Fields that the original sends although nobody needs them. They are accepted and ignored. */
export const ignored = z.unknown().optional().meta({ description: "Accepted and ignored." })

export const time = z
  .string()
  .meta({ format: "date-time", description: "ISO 8601, in UTC.", examples: ["2026-03-05T15:04:05.000Z"] })
export const dollars = z
  .number()
  .meta({ description: "US dollars, with cents as decimals.", examples: [12.5] })
export const text = z.string()

/** The fields that every response about a market begins with. */
export const marketFields = {
  id: text,
  name: text,
  address: text,
  city: text,
  state: text,
  zip: text,
  phone: text,
}
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullable()

/** Converts the domain's cents to the API's decimal dollars. */
export const inDollars = (amount: number) => toDollars(cents(amount))

export const done = (name: string) =>
  z
    .object({ [name]: z.literal(true) })
    .meta({ id: name.charAt(0).toUpperCase() + name.slice(1), examples: [{ [name]: true }] })

/**
 * The documented field only distinguishes approved from not approved; `approval` also distinguishes waiting from
 * denied.
 */
export const approvalFields = {
  approved: z.boolean(),
  approval: z.enum(APPROVALS).meta({ description: "Waiting, approved or denied. Ours." }),
}
export const approvalOf = (approval: Approval) => ({ approved: approval === "approved", approval })

/** What a price is for. */
export const unitFields = {
  unit: maybe(text).meta({ description: "The unit of the price, such as lb; null if none is given." }),
  unitAmount: maybe(z.number()).meta({ description: "The number of units for that price; null means one." }),
  byWeight: z.boolean().meta({
    description:
      "Priced by final weight: the value is for the stated weight, and the most that is paid. Ours.",
  }),
}

/** An image's address; its file is at /images/{container_name}/{image_name}. */
export const imageFields = {
  container_name: maybe(text).meta({ description: "Null if there is no image." }),
  image_name: maybe(text).meta({ description: "The file is at /images/{container_name}/{image_name}." }),
}
export const imageOf = (image: { container: string; name: string } | null) => ({
  container_name: image?.container ?? null,
  image_name: image?.name ?? null,
})

/** The response of the three registrations. */
export const registration = z
  .object({ email: text, emailConfirmed: z.boolean() })
  .meta({ id: "Registration", examples: [{ email: "ada@example.test", emailConfirmed: false }] })

export const ownEmail = z.object({ email: text }).meta({ id: "OwnEmail" })

/** Something that the payment provider still requires. */
export const requirement = z
  .object({ missing: z.array(text).meta({ description: "The missing details, by Stripe's names." }) })
  .meta({ id: "Requirement", examples: [{ missing: ["individual.verification.document"] }] })
