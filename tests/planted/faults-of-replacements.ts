import type { PlantedFault } from "./planted-fault.ts"

const OFFERS = "core/orders/offer-replacement.server.test.ts"
const ENDS = "core/orders/expire-replacement.server.test.ts"

/** A replacement costs too much, is accepted too late or by somebody else, or is given and refunded as well. */
export const REPLACEMENTS: PlantedFault[] = [
  {
    title: "a replacement costs more than was paid for what is missing",
    file: "core/orders/offer-replacement.server.ts",
    find: "if (offeredCents(price) > mostCents)",
    replace: "if (offeredCents(price) < 0)",
    test: { file: OFFERS, name: "costs at most what was paid for what is missing, with its tax" },
  },
  {
    title: "a customer who wished a refund is offered a replacement",
    file: "core/orders/offer-replacement.server.ts",
    find: 'if (order.wish === "refund")',
    replace: "if (!order)",
    test: {
      file: OFFERS,
      name: "needs stock, another product of the market, and a customer who did not wish a refund",
    },
  },
  {
    title: "a replacement is accepted after its time",
    file: "core/orders/answer-replacement.server.ts",
    find: "if (offer.expiresAt <= ctx.now())",
    replace: "if (!offer.expiresAt)",
    test: {
      file: ENDS,
      name: "are over for the customer to the second, even if their job is late; packing then ends the offer",
    },
  },
  {
    title: "a customer answers for another customer",
    file: "core/orders/answer-replacement.server.ts",
    find: "eq(orders.customerId, ctx.actor.userId)",
    replace: "eq(orders.customerId, orders.customerId)",
    test: {
      file: OFFERS,
      name: "is taken back by its market: the line is open again, and nobody can answer",
    },
  },
  {
    title: "silence counts as yes for a customer who wished nothing",
    file: "core/orders/replacement.ts",
    find: 'wish === "replace" ? "accept" : "expire"',
    replace: 'wish === "refund" ? "expire" : "accept"',
    test: { file: ENDS, name: "end with a refund where the customer wished nothing" },
  },
  {
    title: "two answers at once are both taken",
    file: "core/orders/end-replacement.server.ts",
    find: "await lockOrder(tx, before.order.id, mine)",
    replace: "",
    test: { file: ENDS, name: "two answers: the first counts, and only one line is added" },
  },
  {
    title: "an order is packed while its customer can answer",
    file: "core/orders/pack-order.server.ts",
    find: "if (waiting > 0)",
    replace: "if (waiting < 0)",
    test: { file: ENDS, name: "hold packing until the customer has answered" },
  },
  {
    title: "what was offered does not return to stock when the order is canceled or handed over",
    file: "core/orders/end-replacement.server.ts",
    find: "return open.map(({ offer }) => offer)",
    replace: "return []",
    test: {
      file: ENDS,
      name: "end without a replacement when the order is refunded, canceled or leaves the market",
    },
  },
  {
    title: "what was replaced can be refunded as well",
    file: "core/payments/refundable-order.server.ts",
    find: "left - missingQuantity",
    replace: "left",
    test: {
      file: OFFERS,
      name: "is refunded like any other line, and what it replaced is not refunded with it",
    },
  },
  {
    title: "what a replacement costs less is not refunded",
    file: "core/orders/packing.ts",
    find: "priceMissing(order, missingParts(lines), order.leftOver)",
    replace: "priceMissing(order, missingParts(lines))",
    test: {
      file: OFFERS,
      name: "leaves what it costs less to be refunded once with its tax, ten seconds after packing",
    },
  },
]
