import { z } from "zod"
import type { Api } from "../http/api.ts"
import { invalidRequest } from "../http/errors.ts"
import { listOf, listParams, wholeList } from "../http/lists.ts"
import { flag, nothing, text } from "../http/params.ts"
import type { World } from "../world.ts"
import { collectInvoice } from "./collect-invoice.ts"
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
  api.get("/v1/invoice_payments", listParams.extend({ invoice: text.optional() }), (call) =>
    listOf(call, "invoice_payment", { invoice: call.params.invoice }),
  )
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

function confirmationSecret(world: World, invoice: Invoice) {
  const { intent } = world.store.hidden<{ intent: string }>(invoice.id)
  const found = intent ? world.store.find("payment_intent", intent) : null
  return found?.client_secret ? { client_secret: found.client_secret, type: "payment_intent" } : null
}
