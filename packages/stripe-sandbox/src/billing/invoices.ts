import { z } from "zod"
import type { Api } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams, wholeList } from "../http/lists.ts"
import { flag, nothing, text } from "../http/params.ts"
import { cancelIntent } from "../payments/payment-intents.ts"
import { emitEvent } from "../webhooks/emit-event.ts"
import type { World } from "../world.ts"
import { collectInvoice, setStatus, subscriptionOf } from "./collect-invoice.ts"
import type { Invoice } from "./new-invoice.ts"

export function invoiceRoutes(api: Api): void {
  const { store, computed } = api.world
  computed.invoice = {
    onRequest: {
      confirmation_secret: (world, invoice: Invoice) => confirmationSecret(world, invoice),
      payments: (world, invoice: Invoice) =>
        wholeList(
          world.store.where("invoice_payment", null, { invoice: invoice.id }),
          "/v1/invoice_payments",
        ),
    },
  }
  api.get(
    "/v1/invoices",
    listParams.extend({ customer: text.optional(), status: text.optional(), subscription: text.optional() }),
    (call) => {
      const { customer, status, subscription } = call.params
      const page = listOf(call, "invoice", { customer, status: status as Invoice["status"] | undefined })
      if (!subscription) return page
      const ofIt = (invoice: Invoice) => invoice.parent?.subscription_details?.subscription === subscription
      return { ...page, data: page.data.filter(ofIt) }
    },
  )
  api.get("/v1/invoices/:id", nothing, ({ account, id }) => store.get("invoice", id, account))
  api.get(
    "/v1/invoice_payments",
    listParams.extend({ invoice: text.optional(), status: z.enum(["canceled", "open", "paid"]).optional() }),
    (call) => listOf(call, "invoice_payment", { invoice: call.params.invoice, status: call.params.status }),
  )
  api.post("/v1/invoices/:id/void", nothing, ({ world, account, id }) => voidInvoice(world, account, id))
  api.post(
    "/v1/invoices/:id/pay",
    z.strictObject({ off_session: flag.optional(), payment_method: text.optional() }),
    ({ world, account, id, params }) => {
      const invoice = store.get("invoice", id, account)
      if (invoice.status === "paid")
        throw invalidRequest("Invoice is already paid", { code: "invoice_already_paid" })
      const declined = collectInvoice(world, account, invoice, params.payment_method)
      if (declined) throw declined
      return store.get("invoice", id, account)
    },
  )
}

/** Voids an invoice, so that nobody can pay it. A subscription that waits for its first payment ends with it. */
function voidInvoice(world: World, account: string, id: string): Invoice {
  const invoice = world.store.get("invoice", id, account)
  if (invoice.status !== "open") {
    throw invalidRequest(`You can only void open invoices. This invoice is ${invoice.status}.`, {
      code: "invoice_not_editable",
    })
  }
  const { intent } = world.store.hidden<{ intent: string }>(id)
  if (intent) cancelIntent(world, account, world.store.get("payment_intent", intent, account), "void_invoice")
  const voided = world.store.save({
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: "void" as const,
    status_transitions: { ...invoice.status_transitions, voided_at: world.now() },
  })
  emitEvent(world, "invoice.voided", voided, account)
  const subscription = subscriptionOf(world, account, voided)
  if (subscription?.status === "incomplete")
    setStatus(world, account, subscription, "incomplete_expired", { ended_at: world.now() })
  return voided
}

function confirmationSecret(world: World, invoice: Invoice) {
  const { intent } = world.store.hidden<{ intent: string }>(invoice.id)
  const found = intent ? world.store.find("payment_intent", intent) : null
  return found?.client_secret ? { client_secret: found.client_secret, type: "payment_intent" } : null
}
