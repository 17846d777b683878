import { z } from "zod"
import type { CourierContext } from "#core/context.ts"
import {
  deliverDelivery,
  giveBackDelivery,
  pickUpDelivery,
  takeDelivery,
} from "#core/deliveries/courier-steps.server.ts"
import {
  activeDelivery,
  listDelivered,
  listWaitingDeliveries,
} from "#core/deliveries/list-deliveries.server.ts"
import { notFound } from "#core/errors.ts"
import { deliveryAnswer, toActive, toWaiting } from "../answers/deliveries.ts"
import {
  bodyId,
  dollars,
  done,
  EXAMPLE_ID,
  ignored,
  inDollars,
  maybe,
  pageFields,
  text,
  toOffset,
} from "../fields.ts"
import { fileField } from "../files.ts"
import { type Operation, operation } from "../operation.ts"

const express = { tag: "Express", roles: ["deliverer"] } as const
const sid = bodyId("delivery", "Which delivery?")
const ONE_PHOTO_BYTES = 2 * 1_048_576
const example = { sid: EXAMPLE_ID }
const deliveryRef = z.object({ sid }).meta({ id: "DeliveryRef", examples: [example] })

/** A courier's view of the map and actions on it. `did` is ignored: couriers act for themselves. */
export const deliveryOperations: Operation[] = [
  operation({
    ...express,
    method: "get",
    path: "/pushcartexpress/grabAllDeliveries",
    summary: "Waiting deliveries nearby, nearest market first, and the deliverer's own under way",
    answer: z.array(deliveryAnswer),
    rejections: ["not_allowed"],
    page: "/deliveries",
    command: "listWaitingDeliveries, activeDelivery",
    handle: ({ ctx }) => seenDeliveries(ctx),
  }),
  operation({
    ...express,
    method: "get",
    path: "/pushcartexpress/deliverInformation",
    summary: "The delivery that the deliverer has taken and not delivered; null when there is none",
    answer: maybe(deliveryAnswer),
    page: "/deliveries",
    command: "activeDelivery",
    async handle({ ctx }) {
      const active = await activeDelivery(ctx)
      return active ? toActive(active, ctx.actor.userId) : null
    },
  }),
  operation({
    ...express,
    method: "get",
    path: "/pushcartexpress/allDeliveries",
    summary: "The orders that the deliverer has delivered, newest first",
    query: z.object(pageFields(50)),
    answer: z.array(
      z
        .object({
          ordernumber: z.int(),
          cost: dollars,
          tip: dollars.optional().meta({ description: "Ours." }),
        })
        .meta({
          id: "DeliveredOrder",
          examples: [{ ordernumber: 1042, cost: 3.99, tip: 2.1 }],
        }),
    ),
    page: "/all-deliveries",
    command: "listDelivered (pageOfDelivered)",
    handle: async ({ ctx, query }) =>
      (await listDelivered(ctx, toOffset(query))).map(({ orderNumber, feeCents, tipCents }) => ({
        ordernumber: orderNumber,
        cost: inDollars(feeCents),
        tip: inDollars(tipCents),
      })),
  }),
  operation({
    ...express,
    method: "put",
    path: "/pushcartexpress/takeOrder",
    summary: "Take a waiting delivery; if several deliverers try, only one gets it",
    body: z.object({ sid, did: ignored }).meta({ id: "TakeDelivery", examples: [{ ...example, did: "" }] }),
    answer: deliveryAnswer,
    rejections: ["order_taken", "not_found", "not_allowed"],
    page: "/deliveries",
    command: "takeDelivery",
    async handle({ ctx, body }) {
      await takeDelivery(ctx, body.sid)
      const active = await activeDelivery(ctx)
      if (!active) throw notFound("This delivery")
      return toActive(active, ctx.actor.userId)
    },
  }),
  operation({
    ...express,
    method: "put",
    path: "/pushcartexpress/pickUp",
    summary: "Mark the order picked up from the market",
    body: deliveryRef,
    answer: z.object({ status: z.literal("picked up"), expressid: text }).meta({ id: "PickedUp" }),
    rejections: ["not_found", "not_allowed", "illegal_move"],
    page: "/deliveries",
    command: "pickUpDelivery",
    async handle({ ctx, body }) {
      const { status, courierId } = await pickUpDelivery(ctx, body.sid)
      return { status, expressid: courierId }
    },
  }),
  operation({
    ...express,
    method: "put",
    path: "/pushcartexpress/giveBack",
    summary: "Give a taken delivery back, before pick-up",
    ours: true,
    body: deliveryRef,
    answer: done("givenBack"),
    rejections: ["not_found", "illegal_move"],
    page: "/deliveries",
    command: "giveBackDelivery",
    async handle({ ctx, body }) {
      await giveBackDelivery(ctx, body.sid)
      return { givenBack: true as const }
    },
  }),
  operation({
    ...express,
    method: "post",
    path: "/pushcartexpress/delivered",
    summary: "Prove a delivery with a photo",
    bodyTypes: ["form"],
    largestBodyBytes: ONE_PHOTO_BYTES,
    body: z
      .object({ id: fileField("Choose a photo of the delivery."), shippingID: sid })
      .meta({ id: "DeliveryProof", examples: [{ id: "photo.jpg", shippingID: EXAMPLE_ID }] }),
    answer: done("delivered"),
    rejections: [
      "not_found",
      "illegal_move",
      "file_not_image",
      "file_too_large",
      "provider_down",
      "idempotency_conflict",
    ],
    fieldNames: { photo: "id" },
    idempotency: "answer",
    page: "/deliveries",
    command: "deliverDelivery",
    async handle({ ctx, body }) {
      const photo = new Uint8Array(await body.id.arrayBuffer())
      await deliverDelivery(ctx, { deliveryId: body.shippingID, photo })
      return { delivered: true as const }
    },
  }),
]

/** The deliveries on the map: the courier's own first, then those that are available. */
export async function seenDeliveries(ctx: CourierContext): Promise<z.input<typeof deliveryAnswer>[]> {
  const active = await activeDelivery(ctx)
  const waiting = await listWaitingDeliveries(ctx)
  return [...(active ? [toActive(active, ctx.actor.userId)] : []), ...waiting.map(toWaiting)]
}
