import { z } from "zod"
import type { Api } from "../http/api.ts"
import { listOf, listParams } from "../http/lists.ts"
import { nothing, text } from "../http/params.ts"

export function eventRoutes(api: Api): void {
  api.get("/v1/events/:id", nothing, ({ world, account, id }) => world.store.get("event", id, account))
  api.get(
    "/v1/events",
    listParams.extend({ type: text.optional(), types: z.array(text).max(20).optional() }),
    (call) => {
      const { type, types } = call.params
      return listOf(call, "event", {}, call.account, type ? [type] : types)
    },
  )
}
