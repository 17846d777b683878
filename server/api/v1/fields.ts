import { z } from "zod"
import { APPROVALS, type Approval } from "#core/accounts/states.ts"
import { cents, toDollars } from "#core/money.ts"
import { plainNumber } from "#core/plain-number.ts"

/** Pieces of requests and answers that several calls share. `x-thing` tells whose id it is: the matrix test reads it. */
type Thing =
  | "order"
  | "product"
  | "cartLine"
  | "delivery"
  | "notification"
  | "market"
  | "seller"
  | "deliverer"
  | "checkout"

/** An id in a path. One that cannot be an id is not found, like a stranger's. */
export const pathId = (thing: Thing) =>
  z
    .string()
    .max(200)
    .meta({ "x-thing": thing, examples: ["0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f"] })

/** An id in a body. */
export const bodyId = (thing: Thing, missing = "The id is missing.") =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(200, "This is no id.")
    .meta({ "x-thing": thing, examples: ["0198c5b2-7d3e-7c7a-9c3e-2f4b5a6d7e8f"] })

export const idParams = (thing: Thing) => z.object({ id: pathId(thing) })

/** `page` and `limit` of a list; nobody gets more than fifty at once. */
export const pageFields = (perPage: number) => ({
  page: numberWithin("page", 100_000, 1),
  limit: numberWithin("limit", 50, perPage),
})

function numberWithin(name: string, most: number, otherwise: number) {
  const error = `The ${name} is a whole number from 1 to ${most}.`
  return plainNumber(z.number({ error }).int(error).min(1, error).max(most, error).default(otherwise))
}

/** The same page as the domain counts it. */
export const toOffset = ({ page, limit }: { page: number; limit: number }) => ({
  limit,
  offset: (page - 1) * limit,
})

/** Fields that the original sends without need. They are accepted, and nothing is made of them. */
export const ignored = z.unknown().optional().meta({ description: "Accepted and dropped." })

export const time = z.string().meta({ format: "date-time", examples: ["2026-03-05T15:04:05.000Z"] })
export const dollars = z.number().meta({ description: "US dollars.", examples: [12.5] })
export const text = z.string()
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullable()

/** Cents of the domain as the decimal dollars of the API. */
export const inDollars = (amount: number) => toDollars(cents(amount))

export const done = (name: string) => z.object({ [name]: z.literal(true) })

/** The documented field knows approved or not; who waits and who was denied is told beside it. */
export const approvalFields = {
  approved: z.boolean(),
  approval: z.enum(APPROVALS).meta({ description: "Waiting, approved or denied. Ours." }),
}
export const approvalOf = (approval: Approval) => ({ approved: approval === "approved", approval })

/** A picture's address; its file is at /images/{container_name}/{image_name}. */
export const pictureFields = { container_name: maybe(text), image_name: maybe(text) }
export const pictureOf = (image: { container: string; name: string } | null) => ({
  container_name: image?.container ?? null,
  image_name: image?.name ?? null,
})
