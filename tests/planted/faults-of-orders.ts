import type { PlantedFault } from "./planted-fault.ts"

/** Stock is sold twice, or reduced without a sale. */
export const STOCK: PlantedFault[] = [
  {
    title: "a market keeps its wrong clock when the zip table is corrected",
    file: "db/data/load-zips.ts",
    find: "await client.query(FOLLOW)",
    replace: "",
    test: {
      file: "db/data/load-zips.server.test.ts",
      name: "is corrected, and its markets open by the corrected clock",
    },
  },
  {
    title: "an upgrade overwrites the time zone that an admin set",
    file: "db/data/load-zips.ts",
    find: "markets.time_zone_source = 'zip' and ",
    replace: "",
    test: { file: "db/data/load-zips.server.test.ts", name: "leaves a market the zone that an admin set" },
  },
  {
    title: "a time zone that an admin approved is taken back by the next upgrade",
    file: "core/market/decide-market-change.server.ts",
    find: 'timeZoneSource: "admin" as const',
    replace: 'timeZoneSource: "zip" as const',
    test: {
      file: "core/market/market-changes.server.test.ts",
      name: "is the market's once an admin approved it, which upgrades know; placed orders keep their time",
    },
  },
  {
    title: "a place in a window is taken without looking whether there is one",
    file: "core/checkout/slots.server.ts",
    find: "setWhere: limit === null ?",
    replace: "setWhere: limit !== null ?",
    test: {
      file: "core/checkout/windows.server.test.ts",
      name: "is got by one of fifty who want the last one at once; the others read why, and hold nothing",
    },
  },
  {
    title: "a cancelled order keeps its place in the window",
    file: "core/orders/cancel-order.server.ts",
    find: "  if (wasAtMarket) await freeSlots(tx, slotOf(order))\n",
    replace: "",
    test: {
      file: "core/checkout/windows.server.test.ts",
      name: "goes with the order, which says its window, and comes back when the order is cancelled",
    },
  },
  {
    title: "reminders and refunds do not wait for the order's own clock",
    file: "core/orders/order-queries.server.ts",
    find: "lte(from, ",
    replace: "lte(orders.updatedAt, ",
    test: {
      file: "core/orders/unacted.server.test.ts",
      name: "counts from the order's own clock where that starts later",
    },
  },
  {
    title: "the stock is read without a lock before it is taken",
    file: "core/checkout/checkout-queries.server.ts",
    find: '    .for("no key update")\n    .prepare("stock_locked")',
    replace: '    .prepare("stock_locked")',
    test: {
      file: "core/checkout/race.server.test.ts",
      name: "sells two, tells forty-eight that it is sold out, and the books agree with the provider to the cent",
    },
  },
  {
    title: "going to the checkout takes nothing from the stock",
    file: "core/checkout/open-checkout.server.ts",
    find: "  await takeStock(tx, checkoutId)\n",
    replace: "",
    test: {
      file: "core/checkout/checkout.server.test.ts",
      name: "is continued by a second tab instead of holding the stock twice",
    },
  },
  {
    title: "Proceed Checkout agrees to prices though it rejects something else of the page",
    file: "core/cart/proceed.server.ts",
    find: "agreeToPrices(ctx, tx, read.cart)",
    replace: "agreeToPrices(ctx, ctx.db as never, read.cart)",
    test: {
      file: "core/cart/proceed.server.test.ts",
      name: "saves nothing of a page of which it rejects anything: choice, prices, notes and quantities stay",
    },
  },
  {
    title: "an order stays new after the seller's first step",
    file: "core/orders/move-order.server.ts",
    find: 'ctx.actor.role === "seller" ? acknowledged(ctx)',
    replace: 'ctx.actor.role === "admin" ? acknowledged(ctx)',
    test: {
      file: "core/orders/acknowledge-order.server.test.ts",
      name: "is acknowledged by the seller's first step",
    },
  },
  {
    title: "a note that is written while the checkout opens is lost",
    file: "core/cart/update-cart.server.ts",
    find: "  await lockCart(tx, customerId)\n  // Lock before the cart is read",
    replace: "  // Lock before the cart is read",
    test: {
      file: "core/cart/update-cart.server.test.ts",
      name: "is not lost when it is written while the checkout opens",
    },
  },
  {
    title: "the choice for one market changes another one's",
    file: "core/cart/update-cart.server.ts",
    find: "const sent = newValue(fulfilments[market.id], market.fulfilment)",
    replace: "const sent = newValue(Object.values(fulfilments)[0], market.fulfilment)",
    test: {
      file: "core/checkout/mixed-cart.server.test.ts",
      name: "differ by market until the cart's own choice sets all again",
    },
  },
  {
    title: "a paid order is delivered as the whole checkout was, not as its market's part",
    file: "core/checkout/place-orders.server.ts",
    find: "    fulfilment: order.fulfilment,",
    replace: "    fulfilment: checkout.fulfilment,",
    test: {
      file: "core/checkout/mixed-cart.server.test.ts",
      name: "becomes a delivery and a pickup, each in its own window",
    },
  },
  {
    title: "a cart with a delivery goes to payment without asking for the address",
    file: "app/routes/customer/shopping-cart.tsx",
    find: 'redirect(cart.view.delivers ? "/ship-to"',
    replace: 'redirect(input.fulfilment === "delivery" ? "/ship-to"',
    test: {
      file: "tests/e2e/http/mixed-cart.test.ts",
      name: "asks where to deliver, though the cart's own choice is pickup",
    },
  },
  {
    title: "a hold that ran out does not give its stock back",
    file: "core/checkout/holds.server.ts",
    find: "await returnStock(tx, checkout.id)",
    replace: "",
    test: {
      file: "core/checkout/too-late.server.test.ts",
      name: "gives the stock back, and Pay Now then says that nothing was charged",
    },
  },
  {
    title: "a checkout whose payment Stripe does not know holds its stock for ever",
    file: "core/checkout/cancel-payment.server.ts",
    find: 'error.code === "not_found" || ',
    replace: "",
    test: {
      file: "core/checkout/unserved-payment.server.test.ts",
      name: "keeps no other: it does not know, the stock goes back with an alarm",
    },
  },
  {
    title: "a sweep whose rows note their failures ends with an error all the same",
    file: "core/row-by-row.ts",
    find: "if (note) await note(row, error)",
    replace: "if (note && !row) await note(row, error)",
    test: {
      file: "core/row-by-row.test.ts",
      name: "has a failure written into its row, and says nothing at the end",
    },
  },
  {
    title: "a sweep ends at its first bad row",
    file: "core/row-by-row.ts",
    find: "failures.push(error)",
    replace: "throw error",
    test: {
      file: "core/row-by-row.test.ts",
      name: "does every row although one fails, and says so at the end",
    },
  },
  {
    title: "a payment of another amount keeps the stock of its checkout for ever",
    file: "core/checkout/complete-checkout.server.ts",
    find: "        await returnStock(tx, checkoutId)\n",
    replace: "",
    test: {
      file: "core/checkout/unexpected-payment.server.test.ts",
      name: "makes no order when it is one cent less, and all of it goes back",
    },
  },
  {
    title: "a hold ends while its payment can still be made",
    file: "core/checkout/cancel-payment.server.ts",
    find: "payments.cancelPayment(paymentId), unserved(paymentId)",
    replace: "payments.findPayment(paymentId), unserved(paymentId)",
    test: {
      file: "core/checkout/too-late.server.test.ts",
      name: "makes a payment that is under way impossible before its stock is given to others",
    },
  },
  {
    title: "a hold is renewed for ever",
    file: "core/checkout/checkout-queries.server.ts",
    find: "make_interval(mins => ",
    replace: "make_interval(mins => 600 + ",
    test: {
      file: "core/checkout/holds.server.test.ts",
      name: "half an hour after it began, however often a payment is begun",
    },
  },
  {
    title: "unpaid holds are as long as any other",
    file: "core/checkout/holds.server.ts",
    find: "if (unpaid < UNPAID_IN_A_ROW)",
    replace: "if (unpaid >= 0)",
    test: {
      file: "core/checkout/holds.server.test.ts",
      name: "gets five minutes after two holds, and then waits for others",
    },
  },
  {
    title: "one checkout empties a market",
    file: "core/cart/cart-limits.ts",
    find: "if (cart.count > MAX_UNITS_PER_CHECKOUT)",
    replace: "if (cart.count > 999 * MAX_UNITS_PER_CHECKOUT)",
    test: {
      file: "core/cart/cart.test.ts",
      name: "takes 200 items and $50,000 in one checkout, and says what is too much",
    },
  },
  {
    title: "a product without a unit of weight is priced by final weight",
    file: "core/catalog/update-product.server.ts",
    find: "if (!hasUnitOfWeight({ unit, byWeight }))",
    replace: "if (!hasUnitOfWeight({ unit, byWeight: byWeight && !unit }))",
    test: {
      file: "core/catalog/seller-products.server.test.ts",
      name: "is one of weight where the price is by final weight, whoever chose the one or the other",
    },
  },
  {
    title: "an edit writes the stock that its form showed",
    file: "core/catalog/product-facts.ts",
    find: "Math.max(0, current.stock + typed.stock - shown.stock)",
    replace: "typed.stock",
    test: {
      file: "core/catalog/seller-products.server.test.ts",
      name: "gives nothing back that was sold while the form was open, and no price that was changed",
    },
  },
  {
    title: "an edit writes a price that somebody else changed meanwhile",
    file: "core/catalog/product-facts.ts",
    find: "eachEditedFact((fact) => (isTyped(fact) ? typed : current)[fact])",
    replace: "eachEditedFact((fact) => typed[fact])",
    test: { file: "core/catalog/product-facts.test.ts", name: "changes what was typed and nothing else" },
  },
]

/** An order makes a move that the table of moves does not allow, in its status or by its actor. */
export const MOVES: PlantedFault[] = [
  {
    title: "a denial does not wait for the order that is being placed",
    file: "core/approvals/decide-applicant.server.ts",
    find: '.for("update")',
    replace: '.for("no key update")',
    test: {
      file: "core/approvals/denial-races.server.test.ts",
      name: "waits for the order that is being placed, and is rejected by its number",
    },
  },
  {
    title: "a denial does not wait for the delivery that is being taken",
    file: "core/approvals/decide-applicant.server.ts",
    find: '.for("update")',
    replace: '.for("key share")',
    test: {
      file: "core/approvals/denial-races.server.test.ts",
      name: "waits for the tap, and is rejected by the order's number",
    },
  },
  {
    title: "an order is placed without a look at who denies its seller at this moment",
    file: "core/checkout/checkout-queries.server.ts",
    find: '    .orderBy(checkoutMarkets.id)\n    .for("key share", { of: markets })\n',
    replace: "    .orderBy(checkoutMarkets.id)\n",
    test: {
      file: "core/approvals/denial-races.server.test.ts",
      name: "gives the payment back whole, and the goods to the shelf, where the denial was first",
    },
  },
  {
    title: "a payment that ends after the denial becomes an order",
    file: "core/checkout/complete-checkout.server.ts",
    find: "if (isDenied || ",
    replace: "if (",
    test: {
      file: "core/approvals/denial-races.server.test.ts",
      name: "makes no order of a hold that ran out, was paid all the same, and is still on the shelf",
    },
  },
  {
    title: "a delivery is taken without waiting for the denial of who takes it",
    file: "core/deliveries/delivery-queries.server.ts",
    find: "\n    .for(strength)",
    replace: "",
    test: {
      file: "core/approvals/denial-races.server.test.ts",
      name: "leaves nothing in the hands of a courier who taps after it",
    },
  },
  {
    title: "a checkout moves on from any status",
    file: "core/history/move-rows.server.ts",
    find: ".where(and(where, standsAt(table, move)))",
    replace: ".where(where)",
    test: {
      file: "core/checkout/checkout-moves.server.test.ts",
      name: "moves a checkout as the table says and in no other way, and writes each move down",
    },
  },
  {
    title: "an order moves on from any status",
    file: "core/history/move-rows.server.ts",
    find: ".where(and(where, standsAt(table, move)))",
    replace: ".where(where)",
    test: { file: "core/orders/seller-moves.server.test.ts", name: "is final once picked up" },
  },
  {
    title: "a move of an order is not written into its history",
    file: "core/history/move-rows.server.ts",
    find: "  await recordMoves(ctx, tx, subject, steps)\n",
    replace: "",
    test: {
      file: "core/orders/order-moves.server.test.ts",
      name: "moves an order as the table says and in no other way, and writes each move down",
    },
  },
  {
    title: "a move of an order is made by whoever calls it",
    file: "core/history/move-rows.server.ts",
    find: "  requireMover(move, ctx.actor.role, name)\n",
    replace: "",
    test: {
      file: "core/orders/order-moves.server.test.ts",
      name: "moves an order as the table says and in no other way, and writes each move down",
    },
  },
  {
    title: "a courier delivers what was not picked up",
    file: "core/orders/moves.ts",
    find: 'from: ["picked up"],\n    to: "delivered",',
    replace: 'from: ["taken", "picked up"],\n    to: "delivered",',
    test: {
      file: "core/orders/moves.test.ts",
      name: "delivers only what was picked up, and picks up only what was taken",
    },
  },
  {
    title: "a seller gives up an order that a carrier has",
    file: "core/orders/moves.ts",
    find: 'from: ["shipped"],\n    to: "cancelled",\n    by: ["admin", "system"],',
    replace: 'from: ["shipped"],\n    to: "cancelled",\n    by: ["seller", "admin", "system"],',
    test: {
      file: "core/orders/moves.test.ts",
      name: "lets a seller cancel until the goods are off, and gives up what a carrier has only by an admin or in time",
    },
  },
  {
    title: "an admin overturns a decision that the page did not show",
    file: "core/approvals/decide-applicant.server.ts",
    find: "return (latest?.id ?? null) === lastDecision",
    replace: "return true",
    test: {
      file: "core/approvals/decide-applicant.server.test.ts",
      name: "overturns no decision that the page did not show, also where the same stands again",
    },
  },
  {
    title: "a courier who is not approved takes a delivery",
    file: "core/deliveries/courier-steps.server.ts",
    find: 'rejectUnapproved(await lockProfile(ctx, tx, "no key update"))',
    replace: "",
    test: {
      file: "core/deliveries/deliveries.server.test.ts",
      name: "shows who may not deliver no address, and lets them take nothing",
    },
  },
  {
    title: "a delivery is locked before its order",
    file: "core/deliveries/delivery-queries.server.ts",
    find: ".from(deliveries).where(and(its, mine))",
    replace: '.from(deliveries).where(and(its, mine)).for("no key update")',
    test: {
      file: "core/deliveries/races.server.test.ts",
      name: "the seller takes the offer back, a courier takes it",
    },
  },
  {
    title: "stock is locked before the checkout that holds it",
    file: "core/checkout/start-checkout.server.ts",
    find: "  const live = await lockLiveCheckout(tx, customerId)\n  await lockStockOf(tx, customerId)\n",
    replace: "  await lockStockOf(tx, customerId)\n  const live = await lockLiveCheckout(tx, customerId)\n",
    test: { file: "db/lock-order.server.test.ts", name: "locks rows in the one order: start a checkout" },
  },
  {
    title: "two phones of one courier take at once",
    file: "core/deliveries/courier-steps.server.ts",
    find: 'lockProfile(ctx, tx, "no key update")',
    replace: 'lockProfile(ctx, tx, "key share")',
    test: { file: "core/deliveries/races.server.test.ts", name: "one courier takes two" },
  },
  {
    title: "goods go back to the shelf whatever the admin chose",
    file: "core/orders/cancel-order.server.ts",
    find: "restocked: input.restock ?? wasAtMarket,",
    replace: "restocked: wasAtMarket,",
    test: {
      file: "core/orders/cancel-as-admin.server.test.ts",
      name: "at taken, the shelf left alone",
    },
  },
  {
    title: "a seller cancels what a courier carries",
    file: "core/orders/moves.ts",
    find: 'to: "cancelled",\n    by: ["admin"],',
    replace: 'to: "cancelled",\n    by: ["seller", "admin"],',
    test: {
      file: "core/orders/moves.test.ts",
      name: "lets a seller cancel until the goods are off, and gives up what a carrier has only by an admin or in time",
    },
  },
  {
    title: "a courier who carries goods is denied",
    file: "core/approvals/decide-applicant.server.ts",
    find: "if (inHand.length === 0) return",
    replace: "if (inHand.length >= 0) return",
    test: {
      file: "core/deliveries/deliveries.server.test.ts",
      name: "keeps a courier with an order in hand from being denied, until an admin released or cancelled it",
    },
  },
  {
    title: "a seller whose customers wait is denied",
    file: "core/approvals/orders-in-hand.server.ts",
    find: "eq(orders.complete, false),",
    replace: "eq(orders.complete, true),",
    test: {
      file: "core/approvals/decide-applicant.server.test.ts",
      name: "keeps a seller with open orders from being denied, until they are cancelled or handed over",
    },
  },
  {
    title: "an order is stuck only after a day",
    file: "core/deliveries/delivery.ts",
    find: "STUCK_AFTER_MS = 3 *",
    replace: "STUCK_AFTER_MS = 24 *",
    test: {
      file: "core/deliveries/overdue-deliveries.server.test.ts",
      name: "calls a taken order stuck from three hours after the taking on",
    },
  },
  {
    title: "an order is stuck before its window starts",
    file: "core/deliveries/overdue-deliveries.server.ts",
    find: "orders.windowStartsAt}",
    replace: "deliveries.offeredAt}",
    test: {
      file: "core/deliveries/overdue-deliveries.server.test.ts",
      name: "waits for the start of the window where that is later than the step",
    },
  },
  {
    title: "a customer is told again that a courier is coming, of a delivery that was given back",
    file: "core/deliveries/courier-steps.server.ts",
    find: "isRepeated: firstTakenAt !== null",
    replace: "isRepeated: false",
    test: {
      file: "core/deliveries/deliveries.server.test.ts",
      name: "tells its customer once that a courier is coming, however often it is given back, and its seller each time",
    },
  },
  {
    title: "the email of a courier who is coming goes to a customer who had it",
    file: "core/emails/orders/order-step.server.tsx",
    find: "if (isRepeated) return null",
    replace: "if (!orderId) return null",
    test: {
      file: "core/emails/emails.server.test.ts",
      name: "tell the customer of a step once, and the seller of each courier",
    },
  },
]
