import { z } from "zod"
import { setCart } from "#core/cart/update-cart.server.ts"
import { startAndPay } from "#core/checkout/begin-payment.server.ts"
import { billingInput } from "#core/checkout/checkout.ts"
import { completeCheckout } from "#core/checkout/complete-checkout.server.ts"
import { checkoutWindows } from "#core/checkout/view-checkout.server.ts"
import {
  bodyId,
  deliveryField,
  dollars,
  EXAMPLE_ID,
  ignored,
  inDollars,
  maybe,
  text,
  time,
  toDelivery,
} from "../fields.ts"
import { noteChoices, phoneChoice, tipChoice, toNotes, toPhone, toTip } from "../notes.ts"
import { type Operation, operation } from "../operation.ts"
import { toChoices, toWindow, WINDOW_FIELDS, windowAnswer, windowChoices } from "../windows.ts"

const tag = "Cart and payment"
const roles = ["customer"] as const

/** The billing form, which is optional here, because the original sends it to the provider only. */
const { firstName, lastName, address, addressOne, city, state, zip } = billingInput.shape
const billingBody = z
  .object({
    firstName,
    lastName,
    address,
    addressone: addressOne,
    city,
    state,
    zipcode: zip,
  })
  .meta({
    id: "Billing",
    examples: [
      {
        firstName: "Ada",
        lastName: "Byron",
        address: "350 5th Ave",
        addressone: "Floor 2",
        city: "New York",
        state: "NY",
        zipcode: "10118",
      },
    ],
  })

const intentBody = z
  .object({
    value: ignored,
    billing: billingBody
      .optional()
      .meta({ description: "The billing address; stored with the order if it is sent. Ours." }),
    windows: windowChoices,
    notes: noteChoices,
    pickupphone: phoneChoice,
    tip: tipChoice,
  })
  .meta({
    id: "NewPayment",
    examples: [{ value: 12.5, windows: [{ marketid: EXAMPLE_ID, starts_at: "2026-03-07T14:00:00.000Z" }] }],
  })

const intentAnswer = z
  .object({
    tax: dollars,
    cost: dollars.meta({ description: "The delivery fee, in US dollars." }),
    tip: dollars.optional().meta({ description: "The tip for whoever delivers, in US dollars. Ours." }),
    deliver: z.boolean().meta({ description: "True for Delivery from any market, false for Pick up only." }),
    secret: text.meta({ description: "The payment's client secret, for the card provider's script." }),
    amount: dollars.meta({ description: "The price of the items, in US dollars. Ours." }),
    total: dollars.meta({ description: "The amount that will be charged, in US dollars. Ours." }),
    holdExpiresAt: time.meta({ description: "The items are held until this time. Ours." }),
    checkoutId: text.meta({ description: "For /pay/complete. Ours." }),
    publishableKey: text.meta({ description: "The card provider's key for browsers. Ours." }),
    windows: z
      .array(
        windowAnswer
          .extend({ marketid: text, delivery: deliveryField })
          .meta({ id: "HeldWindow", description: "A held slot at one market. Ours." }),
      )
      .optional()
      .meta({
        description: "The window slots that are held with the items; left out if no time was chosen. Ours.",
      }),
  })
  .meta({
    id: "PaymentIntent",
    examples: [
      {
        tax: 0.93,
        cost: 3.99,
        tip: 2.1,
        deliver: true,
        secret: "pi_123_secret_456",
        amount: 10.5,
        total: 17.52,
        holdExpiresAt: "2026-03-05T15:04:05.000Z",
        checkoutId: EXAMPLE_ID,
        publishableKey: "pk_test_123",
      },
    ],
  })

/** Going to checkout, and returning from the card provider. */
export const pay: Operation[] = [
  operation({
    method: "post",
    path: "/pay/paymentIntent",
    tag,
    roles,
    body: intentBody,
    answer: intentAnswer,
    summary: "Hold the cart's stock, freeze its prices and open the payment",
    description:
      "Confirm the payment with `secret` at the card provider. Repeated calls return the same payment. `value` is ignored: the server computes the total.",
    rejections: [
      "no_inventory",
      "market_closed",
      "window_full",
      "cart_changed",
      "not_deliverable",
      "amount_too_small",
      "hold_expired",
      "payment_failed",
      "provider_down",
      "rate_limited",
      "not_found",
      "idempotency_conflict",
    ],
    fieldNames: WINDOW_FIELDS,
    idempotency: "answer",
    page: "/shopping-cart, /ship-to, /pay",
    command: "setCart (changeCart), startAndPay (startCheckout and beginPayment)",
    async handle({ ctx, body: { billing, windows, notes, pickupphone, tip } }) {
      if (windows || notes || pickupphone !== undefined || tip)
        await setCart(ctx, {
          windows: toChoices(windows),
          ...toNotes(notes),
          phone: toPhone(pickupphone),
          ...toTip(tip),
        })
      const { checkout, ...payment } = await startAndPay(ctx, billing ? inOurWords(billing) : null)
      return {
        tax: inDollars(checkout.taxCents),
        cost: inDollars(checkout.deliveryCents),
        tip: inDollars(checkout.tipCents),
        deliver: checkout.fulfilment === "delivery",
        secret: payment.clientSecret,
        amount: inDollars(checkout.itemsCents),
        total: inDollars(checkout.totalCents),
        holdExpiresAt: checkout.holdExpiresAt.toISOString(),
        checkoutId: payment.checkoutId,
        publishableKey: ctx.ports.payments.browser.publishableKey,
        ...heldWindows(await checkoutWindows(ctx.db, checkout)),
      }
    },
  }),
  operation({
    method: "post",
    path: "/pay/complete",
    tag,
    roles,
    ours: true,
    summary: "Complete the checkout after the provider has confirmed the payment, and get the orders",
    description:
      "The provider's webhook also completes the checkout. The first of the two creates the orders, and they are created only once.",
    body: z
      .object({ checkoutId: bodyId("checkout", "Which checkout?") })
      .meta({ id: "CheckoutRef", examples: [{ checkoutId: EXAMPLE_ID }] }),
    answer: z
      .object({
        outcome: z.enum(["completed", "processing", "unpaid", "refunded"]),
        orders: z.array(text).meta({ description: "Ids of the orders: one for each market." }),
        message: maybe(text).meta({ description: "A message to show to the customer, or null." }),
      })
      .meta({ id: "Completion", examples: [{ outcome: "completed", orders: [EXAMPLE_ID], message: null }] }),
    rejections: ["not_found", "provider_down", "idempotency_conflict"],
    idempotency: "answer",
    page: "/pay/return",
    command: "completeCheckout",
    async handle({ ctx, body }) {
      const completion = await completeCheckout(ctx, { checkoutId: body.checkoutId })
      return {
        outcome: completion.outcome,
        orders: "orderIds" in completion ? completion.orderIds : [],
        message: "message" in completion ? completion.message : null,
      }
    },
  }),
]

type HeldSlot = Awaited<ReturnType<typeof checkoutWindows>>[number]

const heldWindows = (held: HeldSlot[]) => (held.length > 0 ? { windows: held.map(heldWindow) } : {})

const heldWindow = ({ marketId, fulfilment, ...window }: HeldSlot) => ({
  marketid: marketId,
  delivery: toDelivery(fulfilment),
  ...toWindow(window),
})

const inOurWords = ({ addressone: addressOne, zipcode: zip, ...billing }: z.output<typeof billingBody>) => ({
  ...billing,
  addressOne,
  zip,
})
