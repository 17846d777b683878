import type { PlantedFault } from "./planted-fault.ts"

/** A wrong sum, party or rounding, a missing reversal, or money that is refunded twice or not at all. */
export const MONEY: PlantedFault[] = [
  {
    title: "a seller who does not deliver after all keeps the delivery fee",
    file: "core/orders/take-back-own-delivery.server.ts",
    find: 'await assignDeliveryFee(tx, order.id, { party: "platform", userId: null })',
    replace: "",
    test: {
      file: "core/orders/seller-moves.server.test.ts",
      name: "gives the delivery fee back to the platform when the seller decides again, until it is shipped",
    },
  },
  {
    title: "a payment of another amount than the checkout's total becomes an order",
    file: "core/checkout/complete-checkout.server.ts",
    find: "payment.amountCents !== checkout.totalCents || ",
    replace: "",
    test: {
      file: "core/checkout/unexpected-payment.server.test.ts",
      name: "makes no order when it is one cent less, and all of it goes back",
    },
  },
  {
    title: "a second payment of a completed checkout is kept",
    file: "core/checkout/complete-checkout.server.ts",
    find: "if (checkout.stripePaymentIntentId !== payment.id) await giveBack(ctx, tx, checkout, payment)",
    replace: "",
    test: {
      file: "core/checkout/unexpected-payment.server.test.ts",
      name: "goes back to the card, once, and the order that was paid first stays paid",
    },
  },
  {
    title: "a rate of an amount is rounded down",
    file: "core/money.ts",
    find: "cents(Math.round(a * rate + 1e-9))",
    replace: "cents(Math.floor(a * rate + 1e-9))",
    test: { file: "core/money.test.ts", name: "rounds a rate half up" },
  },
  {
    title: "the total of a checkout leaves the tax out",
    file: "core/checkout/price-checkout.server.ts",
    find: "const totalCents = add(itemsCents, taxCents, deliveryCents, tipCents)",
    replace: "const totalCents = add(itemsCents, deliveryCents, tipCents)",
    test: {
      file: "core/checkout/checkout.server.test.ts",
      name: "holds the stock, freezes prices, and shares the tax by line",
    },
  },
  {
    title: "a market where the customer picks up charges for a delivery",
    file: "core/checkout/price-checkout.server.ts",
    find: '  if (market.fulfilment === "pickup") return { distance: null, feeCents: ZERO }\n',
    replace: "",
    test: {
      file: "core/checkout/mixed-cart.server.test.ts",
      name: "charges the fee of a delivery only where there is one, however near the pickup is",
    },
  },
  {
    title: "what is picked up is taxed at the address of the cart's deliveries",
    file: "core/checkout/price-checkout.server.ts",
    find: 'const shipTo = market.fulfilment === "delivery" ? places.shipTo : null',
    replace: "const { shipTo } = places",
    test: {
      file: "core/checkout/mixed-cart.server.test.ts",
      name: "charges a fee and the tax of the address only for what is delivered",
    },
  },
  {
    title: "the sales tax is booked to the seller",
    file: "core/payments/book-sale.server.ts",
    find: '{ ...platform, kind: "tax" as const',
    replace: '{ ...seller, kind: "tax" as const',
    test: {
      file: "core/payments/book-sale.server.test.ts",
      name: "gives the seller the items less their share of both fees, and the platform the rest of what is paid",
    },
  },
  {
    title: "a seller bears the processor's fee of tax and delivery too",
    file: "core/payments/book-sale.server.ts",
    find: "negate(fee.sellerCents)",
    replace: "negate(sale.processorFeeCents)",
    test: {
      file: "core/payments/book-sale.server.test.ts",
      name: "leaves the seller of a cheap item that is expensive to deliver what the item brings",
    },
  },
  {
    title: "the tip goes to the seller, whoever delivers",
    file: "core/payments/book-sale.server.ts",
    find: '{ ...platform, kind: "tip" as const',
    replace: '{ ...seller, kind: "tip" as const',
    test: {
      file: "core/payments/tips.server.test.ts",
      name: "is paid with the order, shared by the markets' items, and held until somebody delivers",
    },
  },
  {
    title: "a courier gets the fee but not the tip",
    file: "core/payments/assign-delivery-fee.server.ts",
    find: '["delivery", "tip"] as const',
    replace: '["delivery"] as const',
    test: { file: "core/payments/tips.server.test.ts", name: "goes to the courier who takes it" },
  },
  {
    title: "a tip is taxed",
    file: "core/checkout/price-checkout.server.ts",
    find: "({ ...part, tipCents: tips[index] ?? ZERO })",
    replace:
      "({ ...part, tipCents: tips[index] ?? ZERO, taxCents: add(part.taxCents, tips[index] ?? ZERO) })",
    test: {
      file: "core/checkout/change-tip.server.test.ts",
      name: "is frozen by the next checkout, by each market's items, and is neither taxed nor on a pickup",
    },
  },
  {
    title: "a tip that several markets share loses a cent",
    file: "core/cart/tip.ts",
    find: "const most = mostOf(tip, items.length)",
    replace: "const most = cents(mostOf(tip, items.length) - (items.length > 1 ? 1 : 0))",
    test: { file: "core/cart/tip.test.ts", name: "loses no cent between the markets" },
  },
  {
    title: "packing gives the tip back",
    file: "core/payments/refund.ts",
    find: "    deliveryCents: ZERO,\n    tipCents: ZERO,\n  }",
    replace: "    deliveryCents: ZERO,\n    tipCents: left.tipCents,\n  }",
    test: {
      file: "core/payments/tips.server.test.ts",
      name: "stays whole when packing leaves something out, and is no part of what is refunded then",
    },
  },
  {
    title: "Pay Now charges another total than its page showed",
    file: "core/checkout/begin-payment.server.ts",
    find: "if (shownCents !== undefined && shownCents !== checkout.totalCents)",
    replace: "if (Number.isNaN(shownCents))",
    test: {
      file: "core/checkout/change-tip.server.test.ts",
      name: "is not charged by a page that still shows the old total",
    },
  },
  {
    title: "a payment that was opened meanwhile stays open when its checkout is replaced",
    file: "core/checkout/cancel-payment.server.ts",
    find: "only: isAsRead",
    replace: "only: isStillPaying(checkout)",
    test: {
      file: "core/checkout/change-tip.server.test.ts",
      name: "cancels a payment that was recorded only after the checkout was read",
    },
  },
  {
    title: "the tip is lost in the refund of a canceled order",
    file: "core/payments/refund.ts",
    find: "add(parts.itemsCents, parts.deliveryCents, parts.tipCents, parts.taxCents)",
    replace: "add(parts.itemsCents, parts.deliveryCents, parts.taxCents)",
    test: {
      file: "core/payments/tips.server.test.ts",
      name: "is refunded with an order that is canceled",
    },
  },
  {
    title: "the delivery fee stays with the platform when a courier takes the delivery",
    file: "core/deliveries/courier-steps.server.ts",
    find: 'await assignDeliveryFee(tx, orderId, { party: "deliverer", userId: ctx.actor.userId })',
    replace: "",
    test: {
      file: "core/deliveries/deliveries.server.test.ts",
      name: "goes from taken over picked up to delivered, and the fee becomes due to the courier",
    },
  },
  {
    title: "a cancelled order stays in the books and is not refunded",
    file: "core/orders/cancel-order.server.ts",
    find: "if (!order.chargedBackAt) await giveBack(ctx, tx, order)",
    replace: "",
    test: {
      file: "core/orders/seller-moves.server.test.ts",
      name: "is cancelled once by two cancels at once: full refund, stock back, ledger at nothing but the lost fee",
    },
  },
  {
    title: "what the customer's bank took back is refunded once more",
    file: "core/orders/cancel-order.server.ts",
    find: "if (!order.chargedBackAt) await giveBack(ctx, tx, order)",
    replace: "await giveBack(ctx, tx, order)",
    test: {
      file: "core/payments/disputes.server.test.ts",
      name: "lets the order be cancelled without giving the money back twice, until the bank gives it to us",
    },
  },
  {
    title: "a rejection of Stripe is repeated for a day although its cause was repaired",
    file: "server/adapters/stripe/stripe-errors.ts",
    find: "if (!original) throw error",
    replace: "throw error",
    test: {
      file: "server/adapters/stripe/platform-faults.server.test.ts",
      name: "is not the customer's",
    },
  },
  {
    title: "an address that Stripe Tax does not know is called a fault of ours",
    file: "server/adapters/stripe/stripe-taxes.ts",
    find: 'if (code === "customer_tax_location_invalid")',
    replace: 'if (code !== "customer_tax_location_invalid")',
    test: {
      file: "core/checkout/stripe-tax-rejected.server.test.ts",
      name: "is an error of the address that the customer typed, by its field",
    },
  },
  {
    title: "the tax of an address follows a state that its zip does not lie in",
    file: "core/places/find-zip.server.ts",
    find: "if (problem) throw new DomainError(",
    replace: "if (problem && !found) throw new DomainError(",
    test: {
      file: "core/checkout/ship-to.server.test.ts",
      name: "is told where it is typed, so that no tax is dodged",
    },
  },
  {
    title: "two refunds of an order do not wait for each other",
    file: "core/payments/refund-order.server.ts",
    find: "await lockOrder(tx, input.orderId, undefined)",
    replace: "",
    test: {
      file: "core/payments/refund-races.server.test.ts",
      name: "five others of the same line gives no more of it back than was bought",
    },
  },
  {
    title: "a refund shrinks a transfer that is under way to the provider",
    file: "core/payments/book-refund.server.ts",
    find: 'and(eq(transfers.status, "due"), eq(transfers.attempts, 0))',
    replace: 'eq(transfers.status, "due")',
    test: {
      file: "core/payments/refund-races.server.test.ts",
      name: "its transfer is under way to the provider is taken back from it",
    },
  },
  {
    title: "a refund that the provider gave up is sent again under its old key",
    file: "server/adapters/stripe/stripe-payments.ts",
    find: "failures === 0 && isWhole ? ",
    replace: "isWhole ? ",
    test: {
      file: "core/payments/refund-cases.server.test.ts",
      name: "fails after it was called done, is sent again under a new key, and its customer hears of it",
    },
  },
  {
    title: "what the dashboard had done of a refund is not sent once the bank gives it up",
    file: "core/payments/settle-refunds.server.ts",
    find: "else if (coveredCents < row.amountCents) await failInPart(ctx, tx, row, coveredCents)",
    replace: "",
    test: {
      file: "core/payments/dashboard-refunds.server.test.ts",
      name: "that did a part of ours and fails leaves that part to be sent by us",
    },
  },
  {
    title: "a refund shrinks a transfer that was taken to be sent while it was looking",
    file: "core/payments/book-refund.server.ts",
    find: "const where = and(eq(transfers.id, id), unsent)",
    replace: "const where = eq(transfers.id, id)",
    test: {
      file: "core/payments/refund-races.server.test.ts",
      name: "its transfer is taken to be sent leaves its amount as it is",
    },
  },
  {
    title: "a refund moves from any status",
    file: "core/history/move-rows.server.ts",
    find: ".where(and(where, standsAt(table, move)))",
    replace: ".where(where)",
    test: {
      file: "core/payments/move-refund.server.test.ts",
      name: "are those of the table, from where it says and by whom it says, each written down",
    },
  },
  {
    title: "a transfer moves from any status",
    file: "core/history/move-rows.server.ts",
    find: ".where(and(where, standsAt(table, move)))",
    replace: ".where(where)",
    test: {
      file: "core/payouts/move-transfer.server.test.ts",
      name: "are those of the table, from where it says and by whom it says, each written down",
    },
  },
  {
    title: "a reversal of a transfer moves from any status",
    file: "core/history/move-rows.server.ts",
    find: ".where(and(where, standsAt(table, move)))",
    replace: ".where(where)",
    test: {
      file: "core/payouts/move-transfer.server.test.ts",
      name: "are those of their own table, from where it says and by whom it says, each written down",
    },
  },
  {
    title: "a payout moves from any status",
    file: "core/history/move-rows.server.ts",
    find: ".where(and(where, standsAt(table, move)))",
    replace: ".where(where)",
    test: {
      file: "core/payouts/move-payout.server.test.ts",
      name: "are those of the table, from where it says and by whom it says, each written down",
    },
  },
  {
    title: "a refund that the bank has closed is sent again",
    file: "core/payments/refund-states.ts",
    find: 'retry: { from: ["failed"], to',
    replace: 'retry: { from: ["failed", "closed"], to',
    test: {
      file: "core/payments/disputes.server.test.ts",
      name: "closes a refund that waited, once the bank has given the money back instead",
    },
  },
  {
    title: "the seller pays for the items of a refund that the platform pays for",
    file: "core/payments/refund.ts",
    find: 'items: { seller: "seller", platform: "platform" },',
    replace: 'items: { seller: "seller", platform: "seller" },',
    test: {
      file: "core/payments/refund-cases.server.test.ts",
      name: "a line · after the transfer · the platform bears it",
    },
  },
  {
    title: "a reversal with one lost answer is tried forever, though nothing is left to take back",
    file: "core/payouts/reverse-transfers.server.ts",
    find: "rejections: transferReversals.attempts,",
    replace: "rejections: asked.rejections + 1,",
    test: {
      file: "core/payouts/disputed.server.test.ts",
      name: "is not taken back once the bank decides for the seller, though the answer to one try was lost",
    },
  },
  {
    title: "what was not packed during a dispute is never booked",
    file: "core/payments/settle-dispute.server.ts",
    find: 'inArray(refunds.source, ["packing", "provider"])',
    replace: 'eq(refunds.source, "provider")',
    test: {
      file: "core/payments/disputes.server.test.ts",
      name: "lets what was not packed be refunded: booked once it is won, and not made once it is lost",
    },
  },
  {
    title: "what was not packed is refunded after a lost dispute",
    file: "core/orders/settle-packing.server.ts",
    find: "if (refundable.chargebackLostAt) return",
    replace: "",
    test: {
      file: "core/payments/disputes.server.test.ts",
      name: "lets what was not packed be refunded: booked once it is won, and not made once it is lost",
    },
  },
  {
    title: "a delivery fee that moves during a dispute does not name the dispute",
    file: "core/payments/assign-delivery-fee.server.ts",
    find: "          disputeId,\n",
    replace: "",
    test: {
      file: "core/payments/disputes.server.test.ts",
      name: "gives the delivery fee to the one who delivers when it is won, if that changed meanwhile",
    },
  },
  {
    title: "a backup that has lost entries of the ledger passes for a good one",
    file: "packages/ops/src/backup/counts.ts",
    find: "...changed(backedUp.accounts, restored.accounts)",
    replace: "...changed(backedUp.accounts, backedUp.accounts)",
    test: {
      file: "packages/ops/src/backup/counts.test.ts",
      name: "says each table and each account that differs, and one that is missing or was not there",
    },
  },
  {
    title: "what an admin cancels on the way costs its seller and its courier",
    file: "core/orders/cancel-order.server.ts",
    find: 'const bearer = cancelled.fulfilledAt ? "platform" : "seller"',
    replace: 'const bearer = "seller" as "platform" | "seller"',
    test: {
      file: "core/orders/cancel-as-admin.server.test.ts",
      name: "is at the platform's cost: the seller and the courier are paid as for a delivery",
    },
  },
  {
    title: "an admin cancels an order at another cost than the page showed",
    file: "core/orders/cancel-order.server.ts",
    find: "if (input.seen && input.seen !== place)",
    replace: "if (input.seen && !place)",
    test: {
      file: "core/orders/cancel-as-admin.server.test.ts",
      name: "not where somebody else has the goods than the page showed",
    },
  },
  {
    title: "an account at the provider is kept only for couriers",
    file: "core/payouts/sync-account.server.ts",
    find: 'for (const role of ["seller", "deliverer"] as const) {',
    replace: 'for (const role of ["deliverer"] as const) {',
    test: {
      file: "core/payouts/connect-account.server.test.ts",
      name: "keep the truth of an account that carries no mark of ours at the provider, and name one that is nobody's",
    },
  },
  {
    title: "what no page can ask of a seller is asked as their Social Security number",
    file: "core/payouts/requirements.ts",
    find: "names.test(requirement))?.[0] ?? null",
    replace: 'names.test(requirement))?.[0] ?? "identity"',
    test: {
      file: "app/payouts/panels.test.ts",
      name: "asks for all that Stripe lists of a person in the US, and claims to ask for nothing else",
    },
  },
  {
    title: "nobody is told of what no page can ask of a seller",
    file: "core/payouts/sync-account.server.ts",
    find: "if (others.length > 0)",
    replace: "if (others.length > 99)",
    test: {
      file: "core/payouts/connect-account.server.test.ts",
      name: "ring once for what no page of ours can ask a person for",
    },
  },
]
