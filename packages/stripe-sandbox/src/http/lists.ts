import { z } from "zod"
import type { Documents, Kind } from "../store/documents.ts"
import type { Call } from "./api.ts"
import { invalidRequest } from "./errors.ts"
import { whole } from "./params.ts"

const moment = z.union([
  whole,
  z.strictObject({
    gt: whole.optional(),
    gte: whole.optional(),
    lt: whole.optional(),
    lte: whole.optional(),
  }),
])

export const listParams = z.strictObject({
  limit: whole.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: moment.optional(),
})

export type ListParams = z.output<typeof listParams>

/** Returns one page of the objects of a kind in the caller's account, newest first. */
export function listOf<K extends Kind>(
  call: Call<ListParams>,
  kind: K,
  where: Partial<Documents[K]> = {},
  account = call.account,
  types?: string[],
) {
  const { limit = 10, starting_after, ending_before, created } = call.params
  if (limit < 1 || limit > 100) {
    throw invalidRequest("This value must be between 1 and 100.", {
      param: "limit",
      code: "parameter_invalid_integer",
    })
  }
  const page = call.world.store.page(kind, account, where, {
    limit,
    startingAfter: starting_after,
    endingBefore: ending_before,
    types,
    ...range(created),
  })
  return { object: "list" as const, data: page.data, has_more: page.hasMore, url: call.url }
}

export function wholeList<T>(data: T[], url: string) {
  return { object: "list" as const, data, has_more: false, url }
}

function range(created: ListParams["created"]) {
  if (created === undefined) return {}
  if (typeof created === "number") return { createdFrom: created, createdTo: created }
  return {
    createdFrom: created.gte ?? (created.gt === undefined ? undefined : created.gt + 1),
    createdTo: created.lte ?? (created.lt === undefined ? undefined : created.lt - 1),
  }
}
