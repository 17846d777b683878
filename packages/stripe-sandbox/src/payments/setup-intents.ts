import { z } from "zod"
import { newPaymentMethod, paymentMethodData, resolvePaymentMethod } from "../cards/new-payment-method.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import { flag, mergeMetadata, metadata, text } from "../http/params.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import { authenticateSetup, confirmSetup } from "./confirm-setup.ts"
import { newSetupIntent } from "./new-setup-intent.ts"

type SetupIntent = Documents["setup_intent"]

const confirmFields = {
  mandate_data: z.unknown().optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  payment_method_options: z.unknown().optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
}
const createParams = z.strictObject({
  ...confirmFields,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).optional() })
    .optional(),
  confirm: flag.optional(),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  usage: z.enum(["off_session", "on_session"]).optional(),
})
const updateParams = z.strictObject({
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
})
const confirmParams = z.strictObject({ ...confirmFields, client_secret: text.optional() })

export function setupIntentRoutes(api: Api): void {
  const { store } = api.world
  api.post("/v1/setup_intents", createParams, create)
  api.get("/v1/setup_intents", listParams.extend({ customer: text.optional() }), (call) =>
    listOf(call, "setup_intent", { customer: call.params.customer }),
  )
  api.get("/v1/setup_intents/:id", z.strictObject({ client_secret: text.optional() }), setupOf, {
    browser: true,
  })
  api.post("/v1/setup_intents/:id", updateParams, ({ world, account, id, params }) => {
    const intent = store.get("setup_intent", id, account, "intent")
    if (params.customer) store.get("customer", params.customer, account, "customer")
    return store.save({
      ...intent,
      customer: params.customer ?? intent.customer,
      description: params.description ?? intent.description,
      metadata: mergeMetadata(intent.metadata, params.metadata),
      payment_method: params.payment_method
        ? resolvePaymentMethod(world, account, params.payment_method).id
        : intent.payment_method,
    })
  })
  api.post("/v1/setup_intents/:id/confirm", confirmParams, (call) => confirm(call, setupOf(call)), {
    browser: true,
  })
  api.post(
    "/v1/setup_intents/:id/cancel",
    z.strictObject({ cancellation_reason: text.optional() }),
    (call) => {
      const intent = store.get("setup_intent", call.id, call.account, "intent")
      if (["succeeded", "canceled"].includes(intent.status)) throw setupState(intent, "cancel")
      const canceled = store.save({ ...intent, status: "canceled" as const, next_action: null })
      emitEvent(call.world, "setup_intent.canceled", canceled, call.account)
      return canceled
    },
  )
  api.post(
    "/v1/setup_intents/:id/authenticate",
    z.strictObject({ client_secret: text, outcome: z.enum(["pass", "fail"]) }),
    ({ world, id, params }) => authenticateSetup(world, id, params.client_secret, params.outcome === "pass"),
    { browser: true },
  )
}

function create(call: Call<z.output<typeof createParams>>): SetupIntent {
  const { world, account, params } = call
  if (params.customer) world.store.get("customer", params.customer, account, "customer")
  const method = params.payment_method && resolvePaymentMethod(world, account, params.payment_method).id
  const intent = newSetupIntent(world, account, {
    customer: params.customer ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata(null, params.metadata),
    payment_method: method ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    usage: params.usage ?? "off_session",
  })
  return params.confirm ? confirm({ ...call, params: { ...params, payment_method: method } }, intent) : intent
}

function setupOf(call: Call<{ client_secret?: string }>): SetupIntent {
  const { world, account, id, key, params } = call
  const intent = world.store.get("setup_intent", id, account, "intent")
  if ((key === "publishable" || params.client_secret) && intent.client_secret !== params.client_secret) {
    throw invalidRequest(`No such setupintent: '${id}'`, { code: "resource_missing", param: "intent" }, 404)
  }
  return intent
}

function confirm(call: Call<z.output<typeof confirmParams>>, intent: SetupIntent): SetupIntent {
  const { world, account, params } = call
  if (["succeeded", "canceled"].includes(intent.status)) throw setupState(intent, "confirm")
  const id = params.payment_method ?? intent.payment_method
  if (!params.payment_method_data && !id) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: "setup_intent_unexpected_state",
      setup_intent: intent,
    })
  }
  const method = params.payment_method_data
    ? newPaymentMethod(world, account, params.payment_method_data)
    : resolvePaymentMethod(world, account, id ?? "")
  return confirmSetup(world, account, intent, method, params.return_url, params.use_stripe_sdk)
}

function setupState(intent: SetupIntent, verb: string) {
  return invalidRequest(`You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`, {
    code: "setup_intent_unexpected_state",
    setup_intent: intent,
  })
}
