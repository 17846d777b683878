import type { PlantedFault } from "./planted-fault.ts"

/** A `where` without its owner, so that somebody else's rows are found. */
export const OWNERSHIP: PlantedFault[] = [
  {
    title: "the payment page is filled with another customer's billing address",
    file: "core/checkout/known-billing.server.ts",
    find: "and(eq(checkouts.customerId, ctx.actor.userId), isNotNull(checkouts.billing))",
    replace: "and(isNotNull(checkouts.billing))",
    test: {
      file: "core/checkout/known-billing.server.test.ts",
      name: "is a pickup's last billing address, and never another customer's",
    },
  },
  {
    title: "a search of a customer's orders finds those of others",
    file: "core/orders/list-customer-orders.server.ts",
    find: "const mine = and(ofCustomer(ctx), search ? found(ctx, search) : undefined)",
    replace: "const mine = search ? found(ctx, search) : ofCustomer(ctx)",
    test: {
      file: "core/orders/customer-orders-by-index.server.test.ts",
      name: "finds none of another customer's",
    },
  },
  {
    title: "another customer's purchase can be read, with its codes and card",
    file: "core/purchases/view-purchase.server.ts",
    find: "and(isMine, eq(checkouts.status",
    replace: "and(eq(checkouts.status",
    test: {
      file: "core/purchases/view-purchase.server.test.ts",
      name: "is found by its own customer alone, and so is an order's calendar file",
    },
  },
  {
    title: "a market gets a phone number that the customer removed from the pickup",
    file: "core/cart/update-cart.server.ts",
    find: "newValue(changes.phone, market.phone",
    replace: "newValue(changes.phone || undefined, market.phone",
    test: {
      file: "core/cart/update-cart.server.test.ts",
      name: "has the account's phone number on a pickup, until the customer changes or removes it",
    },
  },
  {
    title: "a seller's export takes what they sold whole, the buyer's note with it",
    file: "core/privacy/export-account.server.ts",
    find: "    .select(SOLD_ORDER)",
    replace: "    .select()",
    test: {
      file: "core/privacy/export-account.server.test.ts",
      name: "tells a seller and a courier nothing that the buyer typed, and each role the listed fields alone",
    },
  },
  {
    title: "a text that only its seller may export is exported to everyone who has the row",
    file: "core/privacy/typed-texts.server.ts",
    find: "exportedTo?.includes(reader)",
    replace: "exportedTo !== undefined",
    test: {
      file: "core/privacy/typed-texts.server.test.ts",
      name: "exports each text to those readers that the register names, and to nobody else",
    },
  },
  {
    title: "a deleted courier's name and street stay",
    file: "core/privacy/erase-account.server.ts",
    find: '      ...erasedTexts("courier", couriers, userId),\n',
    replace: "",
    test: {
      file: "core/privacy/typed-texts.server.test.ts",
      name: "erases or leaves each text of a deleted person as the register says",
    },
  },
  {
    title: "a text column is in no register of texts",
    file: "core/privacy/typed-texts.server.ts",
    find: "    trackingNumber: { erasedTo: null, ...customer },\n",
    replace: "",
    test: {
      file: "core/privacy/typed-texts.server.test.ts",
      name: "names every text column of the schema once: as typed, or as a text that names nobody",
    },
  },
  {
    title: "a column is in no export, and in no list that says why",
    file: "tests/support/not-exported.ts",
    find: "    orders.complete,\n",
    replace: "",
    test: {
      file: "core/privacy/exported-columns.server.test.ts",
      name: "reads each column of the tables of an export, or says why not",
    },
  },
  {
    title: "a customer's order page gets the whole row of the order, with fees and checkout",
    file: "core/orders/shown-order.server.ts",
    find: "  ...shownProgress({ order }),",
    replace: "  ...order,",
    test: {
      file: "core/orders/order-accounts.server.test.ts",
      name: "gives each page of an order the fields that it shows, by name",
    },
  },
  {
    title: "an admin's order page gets the whole row of the order, with fees and checkout",
    file: "core/orders/find-orders.server.ts",
    find: "order: adminOrder(details),",
    replace: "order: details.order,",
    test: {
      file: "core/orders/order-accounts.server.test.ts",
      name: "gives each page of an order the fields that it shows, by name",
    },
  },
  {
    title: "anybody turns off the notifications of another person's device",
    file: "core/push/turn-off-push.server.ts",
    find: "and(eq(pushSubscriptions.id, deviceId), eq(pushSubscriptions.userId, ctx.actor.userId))",
    replace: "and(eq(pushSubscriptions.id, deviceId))",
    test: {
      file: "core/push/devices.server.test.ts",
      name: "lists where a person is told, and turns one off, for nobody else",
    },
  },
  {
    title: "a person signs somebody else out",
    file: "core/identity/end-sessions.server.ts",
    find: ".where(and(eq(sessions.id, sessionId), eq(sessions.userId, ctx.actor.userId)))",
    replace: ".where(and(eq(sessions.id, sessionId)))",
    test: {
      file: "core/identity/own-account.server.test.ts",
      name: "of somebody else are not found",
    },
  },
  {
    title: "a seller's day off goes from every market",
    file: "core/market/save-special-day.server.ts",
    find: ".where(and(eq(marketDates.marketId, marketId), eq(marketDates.date, date)))",
    replace: ".where(and(eq(marketDates.date, date)))",
    test: {
      file: "core/market/own-calendar.server.test.ts",
      name: "is the seller's own: nothing of another market is changed or shown",
    },
  },
  {
    title: "a customer's cart goes to another customer's address",
    file: "core/addresses/ship-to-address.server.ts",
    find: ".where(and(eq(addresses.id, addressId), eq(addresses.customerId, ctx.actor.userId)))",
    replace: ".where(and(eq(addresses.id, addressId)))",
    test: {
      file: "core/addresses/addresses.server.test.ts",
      name: "of another customer are not found",
    },
  },
  {
    title: "a seller reads the calendar of another one's market that does not sell yet",
    file: "core/catalog/view-market-calendar.server.ts",
    find: "      return eq(markets.id, actor.marketId)",
    replace: "      return undefined",
    test: {
      file: "tests/contract/api/windows.test.ts",
      name: "is for customers of a market that sells, for its own seller, and for admins",
    },
  },
  {
    title: "a customer takes back what others asked of a market",
    file: "core/opening-alerts/cancel-opening-alert.server.ts",
    find: "and(eq(openingAlerts.customerId, ctx.actor.userId), eq(openingAlerts.marketId, marketId))",
    replace: "and(eq(openingAlerts.marketId, marketId))",
    test: {
      file: "core/opening-alerts/opening-alerts.server.test.ts",
      name: "is not told after taking it back, which nobody else does for them",
    },
  },
  {
    title: "a customer reads what others have bought at a market",
    file: "core/catalog/suggested-products.server.ts",
    find: "and(eq(orders.customerId, ctx.actor.userId), eq(orders.marketId, marketId), ",
    replace: "and(eq(orders.marketId, marketId), ",
    test: {
      file: "core/catalog/market-page.server.test.ts",
      name: "is their own, at this market, for sale now, the last bought first, and four at most",
    },
  },
  {
    title: "a courier has the customer's number for good",
    file: "core/orders/phone-numbers.ts",
    find: "now.getTime() - deliveredAt.getTime() < rule.afterDeliveryMs",
    replace: "rule.afterDeliveryMs > 0",
    test: {
      file: "core/orders/phone-numbers.test.ts",
      name: "stay with them for an hour after it was delivered, and not a moment longer",
    },
  },
  {
    title: "a courier's position is kept before they agreed",
    file: "core/deliveries/courier-position.server.ts",
    find: "  if (await mustAgreeFirst(ctx)) return\n",
    replace: "",
    test: {
      file: "core/terms/terms.server.test.ts",
      name: "comes before a courier's position is kept, and is asked for only once the terms are announced",
    },
  },
  {
    title: "new terms are in force on the day that is set, however near",
    file: "core/terms/terms.ts",
    find: "new Date(Math.max(wanted, nextMidnight))",
    replace: "new Date(wanted)",
    test: {
      file: "core/terms/terms.test.ts",
      name: "is the first one that is 30 days after the announcement, where the one that is set is nearer or past",
    },
  },
  {
    title: "anybody makes a link that stops another person's emails",
    file: "core/notifications/unsubscribe.server.ts",
    find: "  if (!footers.isSigned(textOf(emails), signature)) return null\n",
    replace: "",
    test: {
      file: "core/notifications/unsubscribe.server.test.ts",
      name: "works only as it was sent: nobody makes one for another person, role or kind",
    },
  },
  {
    title: "whoever reads an order reads the customer's number",
    file: "core/orders/order-queries.server.ts",
    find: "phone: shownWhere(mayReadPhone, deliveries.phone)",
    replace: "phone: deliveries.phone",
    test: {
      file: "core/orders/call-queries.server.test.ts",
      name: "is no admin, whatever the order's status",
    },
  },
  {
    title: "sellers read what the courier is asked for at the door",
    file: "core/orders/order-queries.server.ts",
    find: "      delivery: { ...deliveryColumns, phone: shownWhere(mayReadPhone, deliveries.phone) },",
    replace: "      delivery: getTableColumns(deliveries),",
    test: {
      file: "core/addresses/addresses.server.test.ts",
      name: "are told to the courier once the delivery is taken, and to nobody else",
    },
  },
  {
    title: "a customer completes another customer's checkout",
    file: "core/checkout/checkout-queries.server.ts",
    find: ".where(and(byId, isOfCustomer))",
    replace: ".where(byId)",
    test: {
      file: "core/checkout/checkout.server.test.ts",
      name: "does not find another customer's checkout",
    },
  },
  {
    title: "a customer changes a line of another customer's cart",
    file: "core/cart/update-cart.server.ts",
    find: "and(eq(cartLines.id, id), eq(cartLines.customerId, customerId))",
    replace: "and(eq(cartLines.id, id))",
    test: {
      file: "core/cart/cart.server.test.ts",
      name: "does not find another customer's line, and changes nothing of it",
    },
  },
  {
    title: "a seller moves another seller's order",
    file: "core/orders/order-queries.server.ts",
    find: "=> eq(orders.marketId, ctx.actor.marketId)",
    replace: "=> eq(orders.marketId, orders.marketId)",
    test: {
      file: "core/orders/seller-moves.server.test.ts",
      name: "hides another seller's order as not found, and leaves it alone",
    },
  },
  {
    title: "a seller's orders are those of the person, whatever market they act for",
    file: "core/orders/order-queries.server.ts",
    find: "=> eq(orders.marketId, ctx.actor.marketId)",
    replace: "=> eq(markets.userId, ctx.actor.userId)",
    test: {
      file: "core/context.server.test.ts",
      name: "finds nothing of another market and changes nothing of it, though it were the same person's",
    },
  },
  {
    title: "a seller changes the market that is the person's, whatever market they act for",
    file: "core/market/lock-market.server.ts",
    find: "eq(markets.id, ctx.actor.marketId)",
    replace: "eq(markets.userId, ctx.actor.userId)",
    test: {
      file: "core/context.server.test.ts",
      name: "finds nothing of another market and changes nothing of it, though it were the same person's",
    },
  },
  {
    title: "a seller deletes another market's product",
    file: "core/catalog/seller-products.server.ts",
    find: "retiredAt: ctx.now() })\n    .where(and(eq(products.id, productId), eq(products.marketId, marketId), ",
    replace: "retiredAt: ctx.now() })\n    .where(and(eq(products.id, productId), ",
    test: {
      file: "core/context.server.test.ts",
      name: "finds nothing of another market and changes nothing of it, though it were the same person's",
    },
  },
  {
    title: "a courier delivers what another courier took",
    file: "core/deliveries/delivery-queries.server.ts",
    find: "and(takenByMe, isNull(deliveries.deliveredAt))",
    replace: "isNull(deliveries.deliveredAt)",
    test: {
      file: "core/deliveries/deliveries.server.test.ts",
      name: "is nobody else's to pick up, give back or deliver",
    },
  },
]

/** A page or an API call is open to somebody who may not use it. */
export const GUARDS: PlantedFault[] = [
  {
    title: "the site answers under any name that was pointed at it",
    file: "server/http/own-hosts.ts",
    find: "known.has(hostname) || isAddress",
    replace: 'hostname.includes("localhost") || known.has(hostname) || isAddress',
    test: {
      file: "server/http/own-hosts.test.ts",
      name: "answers no page and no call under any other name, which a page elsewhere may have pointed here",
    },
  },
  {
    title: "the guard of pages lets every signed-in role through",
    file: "app/guards/require-role.ts",
    find: "if (actor && roles.includes(actor.role)) return next()",
    replace: "if (actor) return next()",
    test: {
      file: "app/guards/require-role.test.ts",
      name: "opens a page to the roles it is for, and to nobody else",
    },
  },
  {
    title: "the way back after signing in leads to another site",
    file: "core/identity/own-path.ts",
    find: "if (url?.origin !== SITE) return null",
    replace: "if (!url) return null",
    test: {
      file: "core/identity/own-path.test.ts",
      name: "takes nothing along that could lead to another site",
    },
  },
  {
    title: "the sellers' pages have no guard",
    file: "app/guards/seller-pages.ts",
    find: "export const middleware = guard.middleware",
    replace: "export const middleware = []",
    test: {
      file: "app/guards/page-guards.test.ts",
      name: "has a guard and a loader in every guarded layout: client navigation runs the one through the other",
    },
  },
  {
    title: "the API takes a session of any role",
    file: "server/api/v1/mount.ts",
    find: "if (!op.roles.includes(role))",
    replace: "if (!role)",
    test: {
      file: "tests/contract/api/guards.test.ts",
      name: "lets a session of one role make no call of another's, even for someone who holds both",
    },
  },
  {
    title: "the API takes calls from other sites' pages",
    file: "server/api/check-origin.ts",
    find: "if (changes && !isOwnOrigin(c.req.raw))",
    replace: "if (changes && !c.req.raw)",
    test: {
      file: "tests/contract/api/matrix.test.ts",
      name: "is refused to a page of another site wherever it changes something, signed in or not",
    },
  },
  {
    title: "everybody reads the mailbox of a staging site",
    file: "server/config/modes.ts",
    find: 'mailboxReaders: "admins",',
    replace: 'mailboxReaders: "everybody",',
    test: {
      file: "server/config/env.test.ts",
      name: "has production's rules and defaults on a staging site, and asks who sends emails once they leave",
    },
  },
  {
    title: "admins of staging and production need no code",
    file: "server/config/modes.ts",
    find: "  secondFactor: true,",
    replace: "  secondFactor: false,",
    test: {
      file: "server/config/env.test.ts",
      name: "has production's rules and defaults on a staging site, and asks who sends emails once they leave",
    },
  },
  {
    title: "a step for several orders is made although one of them is another market's",
    file: "core/orders/step-several.server.ts",
    find: '  if (found.length < new Set(orderIds).size) throw notFound("This order")\n',
    replace: "",
    test: {
      file: "core/orders/step-several.server.test.ts",
      name: "does nothing if one of the orders is another market's",
    },
  },
]
