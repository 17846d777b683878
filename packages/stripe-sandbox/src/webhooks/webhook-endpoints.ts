import { z } from "zod"
import type { Api } from "../http/api.ts"
import { listOf, listParams } from "../http/lists.ts"
import { flag, mergeMetadata, metadata, nothing, text } from "../http/params.ts"
import { newId, randomText } from "../ids.ts"
import type { Documents } from "../store/documents.ts"
import { API_VERSION } from "../world.ts"

const fields = {
  description: text.optional(),
  enabled_events: z.array(text).min(1),
  metadata: metadata.optional(),
  url: z.url({ protocol: /^https?$/ }),
}
const createParams = z.strictObject({ ...fields, api_version: text.optional(), connect: flag.optional() })
const updateParams = z.strictObject({ ...fields, disabled: flag }).partial()

export function webhookEndpointRoutes(api: Api): void {
  const { store } = api.world
  api.post("/v1/webhook_endpoints", createParams, ({ world, account, params }) => {
    const secret = `whsec_${randomText(32)}`
    const endpoint: Documents["webhook_endpoint"] = {
      id: newId("we"),
      object: "webhook_endpoint",
      api_version: API_VERSION,
      application: null,
      created: world.now(),
      description: params.description ?? null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: mergeMetadata(null, params.metadata),
      status: "enabled",
      url: params.url,
    }
    store.insert(endpoint, account, { secret, connect: params.connect ?? false })
    return { ...endpoint, secret }
  })
  api.get("/v1/webhook_endpoints", listParams, (call) => listOf(call, "webhook_endpoint"))
  api.get("/v1/webhook_endpoints/:id", nothing, ({ account, id }) =>
    store.get("webhook_endpoint", id, account),
  )
  api.post("/v1/webhook_endpoints/:id", updateParams, ({ account, id, params }) => {
    const endpoint = store.get("webhook_endpoint", id, account)
    const { disabled, metadata: change, ...rest } = params
    return store.save({
      ...endpoint,
      ...rest,
      metadata: mergeMetadata(endpoint.metadata, change),
      status: disabled === undefined ? endpoint.status : disabled ? "disabled" : "enabled",
    })
  })
  api.delete("/v1/webhook_endpoints/:id", nothing, ({ account, id }) => {
    store.get("webhook_endpoint", id, account)
    store.remove(id)
    return { id, object: "webhook_endpoint", deleted: true }
  })
}
