import { z } from "zod"
import type { Context } from "#core/context.ts"
import { listCustomerOrders } from "#core/orders/list-customer-orders.server.ts"
import { listSellerOrders } from "#core/orders/list-seller-orders.server.ts"
import { pickupStatusInput, typedCode } from "#core/orders/order.ts"
import { type Order, withContents } from "#core/orders/order-queries.server.ts"
import { mayCall } from "#core/orders/phone-numbers.ts"
import { setPickupStatus } from "#core/orders/set-pickup-status.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { purchasesOf } from "#core/purchases/purchases-of.server.ts"
import {
  orderItem,
  orderWithItems,
  singleOrder,
  toItems,
  toOrder,
  toRefunds,
  toSingleOrder,
} from "../answers/orders.ts"
import { toReplacements } from "../answers/replacements.ts"
import { bodyId, EXAMPLE_ID, idParams, pageFields, toOffset } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const tag = "Orders"
const customer = { tag, roles: ["customer"] } as const
const seller = { tag, roles: ["seller"] } as const
const params = idParams("order")
const list = z.array(orderWithItems)

const SELLER_LISTS = [
  {
    path: "/order/seller/getorders",
    which: "all",
    summary: "The orders of the seller's market, newest first",
  },
  {
    path: "/order/seller/getCompleteorders",
    which: "completed",
    summary: "The completed orders, newest first",
  },
  {
    path: "/order/seller/getUnCompleteorders",
    which: "uncompleted",
    summary: "The uncompleted orders, newest first",
  },
] as const

/** Orders, for the customer who placed them and the seller who fulfills them. */
export const orderOperations: Operation[] = [
  operation({
    ...customer,
    method: "get",
    path: "/order/getorders",
    summary: "The customer's orders, newest first",
    query: z.object(pageFields(50)),
    answer: list,
    page: "/customer-orders",
    command: "listCustomerOrders, purchasesOf, withContents",
    async handle({ ctx, query }) {
      const found = await listCustomerOrders(ctx, toOffset(query))
      const purchaseOf = await purchasesOf(
        ctx,
        found.map(({ order }) => order),
      )
      return withItems(ctx, found, ({ order, market }) => ({
        phone: order.phone,
        customerId: ctx.actor.userId,
        marketName: market.name,
        purchase: purchaseOf(order),
      }))
    },
  }),
  operation({
    ...customer,
    params,
    answer: z.array(orderItem),
    method: "get",
    path: "/order/orderdetails/{id}",
    summary: "One order's items",
    page: "/order-details",
    command: "viewCustomerOrder",
    handle: async ({ ctx, params }) => toItems(await viewCustomerOrder(ctx, params.id)),
  }),
  operation({
    ...customer,
    params,
    answer: singleOrder,
    method: "get",
    path: "/order/customer/order/{id}",
    summary: "One order with its shipping and its delivery photo",
    page: "/order",
    command: "viewCustomerOrder, purchasesOf",
    async handle({ ctx, params }) {
      const details = await viewCustomerOrder(ctx, params.id)
      const purchaseOf = await purchasesOf(ctx, [details.order])
      return toSingleOrder(details, purchaseOf(details.order))
    },
  }),
  ...SELLER_LISTS.map(({ path, which, summary }) =>
    operation({
      ...seller,
      path,
      summary,
      answer: list,
      method: "get",
      query: z.object(pageFields(50)),
      page: "/marketOrders",
      command: "listSellerOrders (listsOfSellerOrders), withContents",
      handle: async ({ ctx, query }) =>
        withItems(ctx, await listSellerOrders(ctx, which, toOffset(query)), ({ order }) => ({
          phone: mayCall("seller", "customer", { ...order, deliveredAt: null }, ctx.now())
            ? order.phone
            : null,
        })),
    }),
  ),
  operation({
    ...seller,
    params,
    answer: z.array(orderItem),
    method: "get",
    path: "/order/seller/orderdetails/{id}",
    summary: "One order's items",
    page: "/marketOrderDetails",
    command: "viewSellerOrder",
    handle: async ({ ctx, params }) => toItems(await viewSellerOrder(ctx, params.id)),
  }),
  operation({
    ...seller,
    params,
    answer: singleOrder,
    method: "get",
    path: "/order/seller/order/{id}",
    summary: "One order with its shipping and its delivery photo",
    page: "/order-seller",
    command: "viewSellerOrder",
    handle: async ({ ctx, params }) => toSingleOrder(await viewSellerOrder(ctx, params.id)),
  }),
  operation({
    ...seller,
    answer: singleOrder,
    method: "put",
    path: "/order/seller/updateOrder",
    summary: "Set a pickup order's status; picked up is final",
    description: "Accepts the whole order; only `id`, `status` and `code` are used.",
    body: z
      .object({
        id: bodyId("order", "Which order?"),
        status: pickupStatusInput.shape.status,
        code: typedCode.optional().meta({
          description:
            "With `picked up`: the confirmation code that the customer showed. Without it, the order is marked so.",
          examples: ["K7QF-3M2X"],
        }),
      })
      .meta({ id: "OrderUpdate", examples: [{ id: EXAMPLE_ID, status: "ready to pick up" }] }),
    rejections: ["not_found", "illegal_move"],
    page: "/marketOrders, /order-seller",
    command: "setPickupStatus",
    async handle({ ctx, body: { id, status, code } }) {
      await setPickupStatus(ctx, { orderId: id, status, code })
      return toSingleOrder(await viewSellerOrder(ctx, id))
    },
  }),
]

/** A list's orders, each with its items as /order/orderdetails/{id} returns them. */
async function withItems(
  ctx: Context,
  orderOperations: readonly Order[],
  more: (order: Order) => Parameters<typeof toOrder>[1],
) {
  const listed = await withContents(ctx.db, orderOperations)
  return listed.map((order) => ({
    ...toOrder(order.order, more(order)),
    items: toItems(order),
    ...toRefunds(order.refunds),
    ...toReplacements(order.replacements),
  }))
}
