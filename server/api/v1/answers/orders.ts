import { z } from "zod"
import type { Order, OrderContents, OrderDetails } from "#core/orders/order-queries.server.ts"
import { DIFFERENCES } from "#core/orders/packing.ts"
import type { ToCall } from "#core/orders/phone-numbers.ts"
import type { ToldRefund } from "#core/payments/refund.ts"
import type { OrderPurchase } from "#core/purchases/purchases-of.server.ts"
import {
  deliveryField,
  dollars,
  EXAMPLE_ID,
  imageFields,
  inDollars,
  maybe,
  text,
  time,
  toDelivery,
  unitFields,
} from "../fields.ts"
import { noteFields, noteOf, phoneField } from "../notes.ts"
import { toOrderWindow, windowField } from "../windows.ts"
import { orderPurchase, toPurchase } from "./purchases.ts"
import { orderReplacement, toReplacements } from "./replacements.ts"

/** An order in the documented fields, without its items. */
const orderAnswer = z.object({
  id: text,
  number: z.int().meta({ description: "The order's number, for people. Ours." }),
  status: maybe(text).meta({ description: "Null until the seller acts on a delivery." }),
  confirmation: text.meta({ description: "The code that the customer shows at pickup." }),
  tax: dollars,
  tip: dollars.optional().meta({ description: "The tip for whoever delivers, in US dollars. Ours." }),
  total_amount: dollars.meta({ description: "Items, tax, delivery and tip, in US dollars." }),
  created_at: time,
  updated_at: time,
  auth_id: maybe(text).meta({
    description: "The customer's id, on the customer's own calls and on a single order.",
  }),
  deliverstate: deliveryField,
  market: maybe(text).meta({ description: "The market's name. Ours." }),
  window: windowField,
  packedAt: maybe(time)
    .optional()
    .meta({ description: "When the market packed it; null: not packed yet. Ours." }),
  bags: maybe(z.int()).optional().meta({ description: "The number of bags; null until packed. Ours." }),
  ...noteFields,
  pickupphone: phoneField,
  purchase: orderPurchase.optional().meta({ description: "Only on the customer's own calls. Ours." }),
})

/**
 * `more` holds fields that only some calls return: whose an order is, where it was placed, the number to call, and what
 * was paid at once.
 */
export const toOrder = (
  order: Order["order"],
  more: {
    customerId?: string
    marketName?: string
    phone?: string | null
    purchase?: OrderPurchase | null
  } = {},
): z.input<typeof orderAnswer> => ({
  id: order.id,
  number: order.number,
  status: order.status,
  confirmation: order.confirmation,
  tax: inDollars(order.taxCents),
  tip: inDollars(order.tipCents),
  total_amount: inDollars(order.totalCents),
  created_at: order.createdAt.toISOString(),
  updated_at: order.updatedAt.toISOString(),
  deliverstate: toDelivery(order.fulfilment),
  auth_id: more.customerId ?? null,
  market: more.marketName ?? null,
  ...toOrderWindow(order),
  packedAt: order.packedAt?.toISOString() ?? null,
  bags: order.bags,
  ...noteOf(order),
  ...(more.phone ? { pickupphone: more.phone } : {}),
  ...(more.purchase ? { purchase: toPurchase(more.purchase) } : {}),
})

const EXAMPLE_LINE = {
  Category: "Fruits",
  ProductName: "Gala apples",
  Quantity: 3,
  ProductValue: 3.5,
  Size: null,
  SizePrice: null,
  unit: "lb",
  unitAmount: null,
  byWeight: false,
  packedQuantity: null,
  differenceReason: null,
  lineId: EXAMPLE_ID,
  replacedQuantity: 0,
  replacesLineId: null,
  ShippingStatus: "waiting",
  Address: "350 5th Ave",
  AddressOne: "",
  City: "New York",
  State: "NY",
  Zip: "10118",
  container_name: "products",
  image_name: "apples.webp",
}

/** An order's item. Its documented fields begin with capitals. */
export const orderItem = z
  .object({
    Category: text,
    ProductName: text,
    Quantity: z.int(),
    ProductValue: maybe(dollars).meta({
      description: "US dollars each; null if the size has its own price.",
    }),
    Size: maybe(text),
    SizePrice: maybe(dollars).meta({ description: "US dollars each, in this size." }),
    ...unitFields,
    packedQuantity: maybe(z.int()).optional().meta({
      description: "How many of them are in the bag, once the order is packed. Ours.",
    }),
    differenceReason: maybe(z.enum(DIFFERENCES)).optional().meta({
      description: "Why less was packed than ordered; null if nothing is missing. Ours.",
    }),
    lineId: text.optional().meta({ description: "The line's id. Ours." }),
    replacedQuantity: z.int().optional().meta({
      description: "How many of them another line replaces, which are not given. Ours.",
    }),
    replacesLineId: maybe(text).optional().meta({
      description: "The `lineId` of the line that this one replaces; null if it was ordered. Ours.",
    }),
    ShippingStatus: maybe(text).meta({ description: "The order's status; null for Pick up." }),
    Address: maybe(text),
    AddressOne: maybe(text),
    City: maybe(text),
    State: maybe(text),
    Zip: maybe(text),
    ...imageFields,
  })
  .meta({
    id: "OrderLine",
    description: "One product in one size, with the quantity ordered.",
    examples: [EXAMPLE_LINE],
  })

export function toItems({
  order,
  lines,
  delivery,
}: Pick<Order & OrderContents, "order" | "lines" | "delivery">): z.input<typeof orderItem>[] {
  return lines.map((line) => ({
    Category: line.category,
    ProductName: line.productName,
    Quantity: line.quantity,
    ProductValue: line.size ? null : inDollars(line.unitPriceCents),
    Size: line.size || null,
    SizePrice: line.size ? inDollars(line.unitPriceCents) : null,
    unit: line.unit,
    unitAmount: line.unitAmount,
    byWeight: line.byWeight,
    packedQuantity: order.packedAt && line.packedQuantity,
    differenceReason: order.packedAt && line.differenceReason,
    lineId: line.id,
    replacedQuantity: line.replacedQuantity,
    replacesLineId: line.replacesLineId,
    ShippingStatus: delivery ? order.status : null,
    Address: delivery?.address ?? null,
    AddressOne: delivery?.addressOne ?? null,
    City: delivery?.city ?? null,
    State: delivery?.state ?? null,
    Zip: delivery?.zip ?? null,
    container_name: line.imageContainer,
    image_name: line.imageName,
  }))
}

/** A part of an order that is being or was refunded to the customer's card. Not in the specification. */
const orderRefund = z
  .object({
    amount: dollars.meta({ description: "The refunded amount including tax, in US dollars." }),
    tax: dollars,
    delivery: dollars,
    tip: dollars.optional().meta({ description: "Ours." }),
    reason: text,
    state: z.enum(["due", "sent", "done", "failed"]).meta({
      description:
        "due: requested · sent: pending at the card provider · done · failed: rejected by the bank, and will be sent again.",
    }),
    created_at: time,
    items: z.array(z.object({ ProductName: text, Quantity: z.int(), amount: dollars, tax: dollars })),
  })
  .meta({ id: "OrderRefund", description: "A refund of an order or a part of it. Ours." })

const toRefund = (refund: ToldRefund): z.input<typeof orderRefund> => ({
  amount: inDollars(refund.amountCents),
  tax: inDollars(refund.taxCents),
  delivery: inDollars(refund.deliveryCents),
  tip: inDollars(refund.tipCents),
  reason: refund.reason,
  state: refund.status === "closed" ? "failed" : refund.status,
  created_at: refund.createdAt.toISOString(),
  items: refund.lines.map((line) => ({
    ProductName: line.productName,
    Quantity: line.quantity,
    amount: inDollars(line.amountCents),
    tax: inDollars(line.taxCents),
  })),
})

/** Left out if nothing of the order was refunded. */
export const toRefunds = (refunds: readonly ToldRefund[]) =>
  refunds.length > 0 ? { refunds: refunds.map(toRefund) } : {}

/** An order with its items, as every call about orders returns it. */
export const orderWithItems = orderAnswer
  .extend({
    items: z.array(orderItem),
    refunds: z.array(orderRefund).optional().meta({
      description: "The order's refunds; left out if there are none. Ours.",
    }),
    replacements: z.array(orderReplacement).optional().meta({
      description: "The replacements that were offered; left out if there are none. Ours.",
    }),
  })
  .meta({
    id: "Order",
    description: "An order with its items.",
    examples: [
      {
        id: EXAMPLE_ID,
        number: 1042,
        status: "waiting",
        confirmation: "K7PM",
        tax: 0.93,
        tip: 2.1,
        total_amount: 17.52,
        created_at: "2026-03-05T15:04:05.000Z",
        updated_at: "2026-03-05T15:04:05.000Z",
        auth_id: EXAMPLE_ID,
        deliverstate: "Delivery",
        market: "Chelsea Stall",
        packedAt: null,
        bags: null,
        items: [EXAMPLE_LINE],
      },
    ],
  })

/** An order's shipping. Each order has one, with the order's id. */
export const shippingAnswer = z
  .object({
    id: text.meta({ description: "The order's id: an order has one shipping." }),
    sellerid: text.meta({ description: "The market's id." }),
    authid: text.meta({ description: "The customer's id." }),
    orderid: text,
    status: maybe(text),
    trackingnumber: maybe(text),
    shippingcarrier: maybe(text),
    address: text,
    addressone: text,
    city: text,
    state: text,
    zip: text,
    phone: text.meta({
      description: "The customer's phone number; empty for the market once the order is over.",
    }),
    ordernumber: z.int(),
    hasdeliverer: maybe(z.boolean()).meta({
      description:
        "True if the market delivers, false if a deliverer of the platform does; null if not chosen yet.",
    }),
    expressid: maybe(text).meta({ description: "The id of the deliverer who has it." }),
    cost: dollars.meta({ description: "The delivery fee, in US dollars." }),
    tip: dollars.optional().meta({ description: "The tip for whoever delivers, in US dollars. Ours." }),
  })
  .meta({
    id: "Shipping",
    description: "An order's address and its delivery.",
    examples: [
      {
        id: EXAMPLE_ID,
        sellerid: EXAMPLE_ID,
        authid: EXAMPLE_ID,
        orderid: EXAMPLE_ID,
        status: "shipped",
        trackingnumber: "1Z999",
        shippingcarrier: "UPS",
        address: "350 5th Ave",
        addressone: "",
        city: "New York",
        state: "NY",
        zip: "10118",
        phone: "212-555-0111",
        ordernumber: 1042,
        hasdeliverer: true,
        expressid: null,
        cost: 3.99,
        tip: 2.1,
      },
    ],
  })

export function toShipping({
  order,
  delivery,
}: Pick<OrderDetails, "order" | "delivery">): z.input<typeof shippingAnswer> | null {
  if (!delivery) return null
  const { address, addressOne, city, state, zip, phone } = delivery
  return {
    id: order.id,
    sellerid: order.marketId,
    authid: order.customerId,
    orderid: order.id,
    status: order.status,
    trackingnumber: delivery.trackingNumber,
    shippingcarrier: delivery.carrier,
    address,
    addressone: addressOne,
    city,
    state,
    zip,
    phone,
    ordernumber: order.number,
    hasdeliverer: delivery.hasDeliverer,
    expressid: delivery.courierId,
    cost: inDollars(delivery.feeCents),
    tip: inDollars(order.tipCents),
  }
}

/** One order with its shipping and the photo of its delivery. */
export const singleOrder = z
  .object({
    order: orderWithItems,
    shipping: maybe(shippingAnswer),
    image: maybe(
      z
        .object({
          id: text,
          container_name: text,
          name: text,
          degree: z.literal(0),
          productid: z.null(),
          sellerid: text,
          url: text.meta({ description: "Link to the delivery photo; expires after ten minutes. Ours." }),
        })
        .meta({ id: "DeliveryPhoto" }),
    ),
  })
  .meta({
    id: "OrderDetails",
    description: "An order, its shipping (null for Pick up) and its delivery photo.",
  })

export function toSingleOrder(
  details: Omit<OrderDetails, "refunds"> & {
    photoUrl: string | null
    refunds: ToldRefund[]
    /** Only in the seller's own view of the order. */
    customerToCall?: ToCall | null
  },
  purchase: OrderPurchase | null = null,
): z.input<typeof singleOrder> {
  const { order, market, delivery, photo, photoUrl } = details
  const isSeller = details.customerToCall !== undefined
  const mayRead = !isSeller || details.customerToCall !== null
  const more = {
    customerId: order.customerId,
    marketName: market.name,
    phone: mayRead ? order.phone : null,
    purchase,
  }
  return {
    order: {
      ...toOrder(order, more),
      items: toItems(details),
      ...toRefunds(details.refunds),
      ...toReplacements(details.replacements),
    },
    shipping: toShipping(details),
    image:
      delivery?.photoId && photo && photoUrl
        ? {
            id: delivery.photoId,
            container_name: photo.container,
            name: photo.name,
            degree: 0,
            productid: null,
            sellerid: order.marketId,
            url: photoUrl,
          }
        : null,
  }
}
