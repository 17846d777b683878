import { z } from "zod"
import { newPaymentMethod, paymentMethodData, resolvePaymentMethod } from "../cards/new-payment-method.ts"
import type { Api, Call } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams } from "../http/lists.ts"
import {
  currency,
  flag,
  fullAddress,
  mergeMetadata,
  metadata,
  shipping,
  statementSuffix,
  text,
  whole,
} from "../http/params.ts"
import type { Documents } from "../store/documents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { authenticateIntent } from "./authenticate-intent.ts"
import { confirmIntent, unexpectedState } from "./confirm-intent.ts"
import { checkAmount, newIntent } from "./new-intent.ts"

type Intent = Documents["payment_intent"]

const futureUsage = z.enum(["off_session", "on_session", ""])
const confirmFields = {
  error_on_requires_action: flag.optional(),
  mandate_data: z.unknown().optional(),
  off_session: flag.optional(),
  payment_method: text.optional(),
  payment_method_data: paymentMethodData.optional(),
  payment_method_options: z.unknown().optional(),
  receipt_email: text.optional(),
  return_url: text.optional(),
  setup_future_usage: futureUsage.optional(),
  shipping: z.union([shipping, z.literal("")]).optional(),
  use_stripe_sdk: flag.optional(),
}
const details = {
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.max(22).optional(),
  statement_descriptor_suffix: statementSuffix.optional(),
  transfer_group: text.optional(),
}
const createParams = z.strictObject({
  ...details,
  ...confirmFields,
  amount: whole,
  currency,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).optional() })
    .optional(),
  capture_method: z.enum(["automatic", "automatic_async"], "this sandbox captures automatically").optional(),
  confirm: flag.optional(),
  confirmation_method: z.literal("automatic").optional(),
})
const updateParams = z.strictObject({
  ...details,
  amount: whole.optional(),
  currency: currency.optional(),
  payment_method: text.optional(),
  receipt_email: text.optional(),
  setup_future_usage: futureUsage.optional(),
  shipping: z.union([shipping, z.literal("")]).optional(),
})
const confirmParams = z.strictObject({ ...confirmFields, client_secret: text.optional() })
const withSecret = z.strictObject({ client_secret: text.optional() })

export function paymentIntentRoutes(api: Api): void {
  api.post("/v1/payment_intents", createParams, create)
  api.get("/v1/payment_intents", listParams.extend({ customer: text.optional() }), (call) =>
    listOf(call, "payment_intent", { customer: call.params.customer }),
  )
  api.get("/v1/payment_intents/:id", withSecret, intentOf, { browser: true })
  api.post("/v1/payment_intents/:id", updateParams, update)
  api.post("/v1/payment_intents/:id/confirm", confirmParams, (call) => confirm(call, intentOf(call)), {
    browser: true,
  })
  api.post(
    "/v1/payment_intents/:id/cancel",
    z.strictObject({
      cancellation_reason: z
        .enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"])
        .optional(),
    }),
    ({ world, account, id, params }) => {
      const intent = world.store.get("payment_intent", id, account, "intent")
      return cancelIntent(world, account, intent, params.cancellation_reason ?? null)
    },
  )
  api.post(
    "/v1/payment_intents/:id/authenticate",
    z.strictObject({ client_secret: text, outcome: z.enum(["pass", "fail"]) }),
    ({ world, id, params }) => authenticateIntent(world, id, params.client_secret, params.outcome === "pass"),
    { browser: true },
  )
}

function create(call: Call<z.output<typeof createParams>>): Intent {
  const { world, account, params } = call
  if (params.customer) world.store.get("customer", params.customer, account, "customer")
  const method = params.payment_method ? resolvePaymentMethod(world, account, params.payment_method).id : null
  const intent = newIntent(world, account, {
    amount: params.amount,
    ...(params.automatic_payment_methods
      ? { automatic_payment_methods: { allow_redirects: "always", ...params.automatic_payment_methods } }
      : {}),
    ...commonFields(call, null),
    customer: params.customer ?? null,
    payment_method: method,
  })
  if (!params.confirm) return intent
  return confirm({ ...call, params: { ...params, payment_method: method ?? undefined } }, intent)
}

/** Returns an intent to a caller with the secret key, or with the publishable key and the client secret. */
function intentOf(call: Call<{ client_secret?: string }>): Intent {
  const { world, account, id, key, params } = call
  const intent = world.store.get("payment_intent", id, account, "intent")
  if ((key === "publishable" || params.client_secret) && intent.client_secret !== params.client_secret) {
    throw invalidRequest(
      `No such payment_intent: '${id}'`,
      { code: "resource_missing", param: "intent" },
      404,
    )
  }
  return intent
}

function update(call: Call<z.output<typeof updateParams>>): Intent {
  const { world, account, id, params } = call
  const intent = world.store.get("payment_intent", id, account, "intent")
  if (params.amount !== undefined && params.amount !== intent.amount) {
    if (["succeeded", "canceled", "processing"].includes(intent.status))
      throw unexpectedState(intent, "update")
    checkAmount(params.amount)
  }
  if (params.customer) world.store.get("customer", params.customer, account, "customer")
  return world.store.save({
    ...intent,
    ...commonFields(call, intent),
    amount: params.amount ?? intent.amount,
    customer: params.customer ?? intent.customer,
    payment_method: params.payment_method
      ? resolvePaymentMethod(world, account, params.payment_method).id
      : intent.payment_method,
  })
}

function confirm(call: Call<z.output<typeof confirmParams>>, before: Intent): Intent {
  const { world, account, params } = call
  const intent = world.store.save({ ...before, ...commonFields(call, before) })
  const id = params.payment_method ?? intent.payment_method
  if (!params.payment_method_data && !id) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    )
  }
  const method = params.payment_method_data
    ? newPaymentMethod(world, account, params.payment_method_data)
    : resolvePaymentMethod(world, account, id ?? "")
  return confirmIntent(world, account, intent, {
    method,
    returnUrl: params.return_url,
    useStripeSdk: params.use_stripe_sdk,
    offSession: params.off_session,
    errorOnRequiresAction: params.error_on_requires_action,
  })
}

type CancelReason = Intent["cancellation_reason"]

/** Cancels an unpaid intent. Throws for a paid one. */
export function cancelIntent(world: World, account: string, intent: Intent, reason: CancelReason): Intent {
  if (["succeeded", "canceled", "processing"].includes(intent.status)) throw unexpectedState(intent, "cancel")
  const canceled: Intent = {
    ...intent,
    canceled_at: world.now(),
    cancellation_reason: reason,
    next_action: null,
    status: "canceled",
  }
  world.store.save(canceled)
  emitEvent(world, "payment_intent.canceled", canceled, account)
  return canceled
}

type CommonParams = Partial<z.output<typeof updateParams>>

/** The fields that create, update and confirm can all set. Fields that are not given do not change. */
function commonFields({ params }: Call<CommonParams>, before: Intent | null): Partial<Intent> {
  const { shipping: given } = params
  const emptied = (value: string | undefined, old: string | null | undefined) =>
    value === undefined ? (old ?? null) : value || null
  return {
    description: emptied(params.description, before?.description),
    metadata: mergeMetadata(before?.metadata, params.metadata),
    receipt_email: emptied(params.receipt_email, before?.receipt_email),
    setup_future_usage: emptied(
      params.setup_future_usage,
      before?.setup_future_usage,
    ) as Intent["setup_future_usage"],
    shipping:
      given === undefined
        ? (before?.shipping ?? null)
        : given === ""
          ? null
          : {
              address: fullAddress(given.address),
              carrier: given.carrier ?? null,
              ...(given.name ? { name: given.name } : {}),
              phone: given.phone ?? null,
              tracking_number: given.tracking_number ?? null,
            },
    statement_descriptor: emptied(params.statement_descriptor, before?.statement_descriptor),
    statement_descriptor_suffix: emptied(
      params.statement_descriptor_suffix,
      before?.statement_descriptor_suffix,
    ),
    transfer_group: emptied(params.transfer_group, before?.transfer_group),
  }
}
