import { z } from "zod"
import { shipToInput } from "#core/checkout/checkout.ts"
import { saveShipTo, viewShipTo } from "#core/checkout/ship-to.server.ts"
import type { SellerContext } from "#core/context.ts"
import { DomainError } from "#core/errors.ts"
import { chooseCourier } from "#core/orders/choose-courier.server.ts"
import { markDelivered } from "#core/orders/mark-delivered.server.ts"
import { carrierInput } from "#core/orders/order.ts"
import { shipOrder } from "#core/orders/ship-order.server.ts"
import { viewCustomerOrder } from "#core/orders/view-customer-order.server.ts"
import { viewSellerOrder } from "#core/orders/view-seller-order.server.ts"
import { shippingAnswer, toShipping } from "../answers/orders.ts"
import { bodyId, EXAMPLE_ID, idParams, ignored, maybe, text } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const tag = "Shipping"
const answer = maybe(shippingAnswer)
const params = idParams("order")
const oderid = bodyId("order", "Which order?")
const seller = { tag, roles: ["seller"], answer } as const

const { firstName, lastName, address, addressOne, city, state, zip, phone } = shipToInput.shape
/** The shipping payload has no names; without them the account's are used. */
const shippingBody = z
  .object({
    shippingAddress: address,
    shippingAddressOne: addressOne,
    shippingCity: city,
    shippingState: state,
    shippingZip: zip,
    phone,
    email: ignored,
    firstName: firstName.optional(),
    lastName: lastName.optional(),
  })
  .meta({
    id: "ShippingAddress",
    examples: [
      {
        shippingAddress: "350 5th Ave",
        shippingAddressOne: "Floor 2",
        shippingCity: "New York",
        shippingState: "NY",
        shippingZip: "10118",
        phone: "212-555-0111",
        email: "ada@example.test",
      },
    ],
  })

/** An order's address, and how it is delivered. */
export const shippingOperations: Operation[] = [
  operation({
    method: "post",
    path: "/shipping/user/createShipping",
    tag,
    roles: ["customer"],
    body: shippingBody,
    status: 201,
    summary: "Set the delivery address of the cart",
    answer: z
      .object({
        shippingAddress: text,
        shippingAddressOne: text,
        shippingCity: text,
        shippingState: text,
        shippingZip: text,
        phone: text,
        email: text,
        firstName: text,
        lastName: text,
      })
      .meta({ id: "SavedShippingAddress" }),
    rejections: ["not_found", "idempotency_conflict"],
    fieldNames: { state: "shippingState", zip: "shippingZip" },
    idempotency: "answer",
    page: "/ship-to",
    command: "saveShipTo",
    async handle({ ctx, body }) {
      const { shipTo: known } = await viewShipTo(ctx)
      const saved = await saveShipTo(ctx, {
        firstName: body.firstName ?? known.firstName,
        lastName: body.lastName ?? known.lastName,
        address: body.shippingAddress,
        addressOne: body.shippingAddressOne,
        city: body.shippingCity,
        state: body.shippingState,
        zip: body.shippingZip,
        phone: body.phone,
      })
      const { address, addressOne, city, state, zip, ...person } = saved
      return {
        shippingAddress: address,
        shippingAddressOne: addressOne,
        shippingCity: city,
        shippingState: state,
        shippingZip: zip,
        ...person,
      }
    },
  }),
  operation({
    method: "get",
    path: "/shipping/user/{id}",
    tag,
    roles: ["customer"],
    params,
    answer,
    summary: "The shipping of an order of the customer; null for Pick up",
    page: "/update-shipping",
    command: "viewCustomerOrder",
    handle: async ({ ctx, params }) => toShipping(await viewCustomerOrder(ctx, params.id)),
  }),
  operation({
    ...seller,
    params,
    method: "get",
    path: "/shipping/seller/{id}",
    summary: "The shipping of an order of the seller's market; null for Pick up",
    page: "/update-shipping",
    command: "viewSellerOrder",
    handle: ({ ctx, params }) => shippingOf(ctx, params.id),
  }),
  operation({
    ...seller,
    method: "put",
    path: "/shipping/status",
    summary: "Mark an order delivered, if the market delivers it",
    body: z
      .object({ status: z.enum(["pending", "shipped", "delivered"], { error: "Choose a status." }), oderid })
      .meta({ id: "ShippingStatus", examples: [{ status: "delivered", oderid: EXAMPLE_ID }] }),
    rejections: ["not_found", "illegal_move"],
    page: "/update-shipping",
    command: "markDelivered",
    async handle({ ctx, body: { status, oderid } }) {
      const { order } = await viewSellerOrder(ctx, oderid)
      // The other two statuses are set by /shipping/hasShipper and /shipping/carrier; sending them here changes
      // nothing.
      if (status === "delivered") await markDelivered(ctx, oderid)
      else if (order.status !== status)
        throw new DomainError(
          "illegal_move",
          "Pending and shipped are set by choosing who delivers.",
          "status",
        )
      return shippingOf(ctx, oderid)
    },
  }),
  operation({
    ...seller,
    method: "put",
    path: "/shipping/carrier",
    summary: "Record the carrier and tracking number of a delivery by the market",
    body: z
      .object({
        carrier: carrierInput.shape.carrier,
        trackingnumber: carrierInput.shape.trackingNumber,
        oderid,
      })
      .meta({
        id: "Carrier",
        examples: [{ carrier: "UPS", trackingnumber: "1Z999", oderid: EXAMPLE_ID }],
      }),
    rejections: ["not_found", "illegal_move"],
    fieldNames: { trackingNumber: "trackingnumber", orderId: "oderid" },
    page: "/update-shipping",
    command: "shipOrder",
    async handle({ ctx, body: { carrier, trackingnumber, oderid } }) {
      await shipOrder(ctx, { orderId: oderid, carrier, trackingNumber: trackingnumber })
      return shippingOf(ctx, oderid)
    },
  }),
  operation({
    ...seller,
    method: "put",
    path: "/shipping/hasShipper",
    summary: "Choose who delivers an order: the market or the deliverers nearby",
    description:
      "`hasDeliverer`: true if the market delivers the order, false to offer it to the deliverers nearby.",
    body: z
      .object({
        hasDeliverer: z.boolean({ error: "Answer true or false." }),
        id: bodyId("order", "Which order?"),
      })
      .meta({ id: "ShipperChoice", examples: [{ hasDeliverer: false, id: EXAMPLE_ID }] }),
    rejections: ["not_found", "illegal_move"],
    page: "/update-shipping",
    command: "chooseCourier",
    async handle({ ctx, body: { hasDeliverer, id } }) {
      await chooseCourier(ctx, { orderId: id, hasDeliverer })
      return shippingOf(ctx, id)
    },
  }),
]

const shippingOf = async (ctx: SellerContext, orderId: string) =>
  toShipping(await viewSellerOrder(ctx, orderId))
