import { z } from "zod"
import { recordPosition } from "#core/deliveries/courier-position.server.ts"
import { positionInput } from "#core/deliveries/delivery.ts"
import { routeTo } from "#core/deliveries/route-to.server.ts"
import { viewDeliveries } from "#core/deliveries/view-deliveries.server.ts"
import { POSITION_SOURCES } from "#core/places/coordinates.ts"
import { plainNumber } from "#core/plain-number.ts"
import { bodyId, done, EXAMPLE_ID, maybe, text, time } from "../fields.ts"
import { type Operation, operation } from "../operation.ts"

const screen = { tag: "Express", roles: ["deliverer"], ours: true, page: "/deliveries" } as const

const lat = plainNumber(z.number().min(-90).max(90)).meta({ description: "Latitude, in degrees." })
const lng = plainNumber(z.number().min(-180).max(180)).meta({ description: "Longitude, in degrees." })
const source = maybe(z.enum(POSITION_SOURCES)).meta({ description: "The source of the position." })
const miles = z.number().meta({ description: "Miles." })
const seconds = z.number().meta({ description: "Seconds." })

const atMarket = z.object({
  id: text,
  orderNumber: z.int(),
  feeCents: z.int().meta({ description: "The deliverer's fee, in US cents." }),
  tipCents: z.int().meta({ description: "The tip, which is the deliverer's too, in US cents." }),
  deliveryMiles: maybe(z.number()).meta({ description: "Miles from the market to the customer." }),
  marketName: text,
  marketAddress: text,
  marketCity: text,
  marketState: text,
  marketZip: text,
  marketPhone: text,
  marketLat: z.number(),
  marketLng: z.number(),
  marketPositionSource: source,
  window: z
    .object({
      startsAt: time,
      endsAt: time,
      text: text.meta({
        description: "In the market's time zone.",
        examples: ["Sat, Nov 28, 9–11 am"],
      }),
    })
    .meta({ id: "DeliveryWindow", description: "The time the customer chose." })
    .optional()
    .meta({
      description: "The time the customer chose; left out if they want the order as soon as possible.",
    }),
})
const waiting = atMarket
  .extend({ awayMiles: z.number().meta({ description: "Miles from the deliverer to the market." }) })
  .meta({ id: "WaitingDelivery" })
const active = atMarket
  .extend({
    status: maybe(text),
    firstName: text,
    lastName: text,
    address: text,
    addressOne: text,
    city: text,
    state: text,
    zip: text,
    phone: text,
    instructions: maybe(text).meta({ description: "The customer's drop-off instructions." }),
    lat: maybe(z.number()),
    lng: maybe(z.number()),
    positionSource: source,
  })
  .meta({ id: "ActiveDelivery" })
const view = z
  .object({
    mayDeliver: z.boolean(),
    waiting: z.array(waiting),
    active: maybe(active),
    notices: z.array(z.object({ id: text, message: text })),
  })
  .meta({ id: "DeliveryScreen" })

const route = z
  .object({
    toward: z.enum(["market", "customer"]),
    distanceMiles: miles,
    durationSeconds: seconds,
    isEstimate: z.boolean(),
    steps: z.array(
      z
        .object({
          text,
          speech: text,
          maneuver: maybe(text),
          distanceMiles: miles,
          durationSeconds: seconds,
        })
        .meta({ id: "RouteStep" }),
    ),
    geometry: z.array(z.object({ lat: z.number(), lng: z.number() })),
    source: z.enum(["google", "valhalla", "estimate"]),
  })
  .meta({ id: "Route" })

/** Calls of the open deliveries screen, beyond the specification's. */
export const deliveryScreen: Operation[] = [
  operation({
    ...screen,
    method: "get",
    path: "/pushcartexpress/deliveries",
    summary: "The deliverer's delivery under way, or the waiting deliveries near a position",
    query: z.object({ lat: lat.optional(), lng: lng.optional() }),
    answer: view,
    command: "viewDeliveries",
    handle: ({ ctx, query: { lat, lng } }) =>
      viewDeliveries(ctx, lat === undefined || lng === undefined ? undefined : { lat, lng }),
  }),
  operation({
    ...screen,
    method: "get",
    path: "/pushcartexpress/directions",
    summary:
      "The route from a position to the delivery's next stop: the market before pick-up, then the customer",
    query: z.object({ delivery: bodyId("delivery", "Which delivery?"), lat, lng }),
    answer: z
      .object({ route: maybe(route).meta({ description: "Null if there is no route by car." }) })
      .meta({ id: "Directions" }),
    rejections: ["not_found", "not_allowed"],
    command: "routeTo",
    handle: async ({ ctx, query: { delivery, ...from } }) => ({
      route: await routeTo(ctx, { deliveryId: delivery, from }),
    }),
  }),
  operation({
    ...screen,
    method: "post",
    path: "/pushcartexpress/position",
    summary:
      "Send the deliverer's position, which is stored only between pick-up and delivery and shown to the customer",
    body: positionInput.extend({ deliveryId: bodyId("delivery", "Which delivery?") }).meta({
      id: "CourierPosition",
      examples: [
        {
          deliveryId: EXAMPLE_ID,
          lat: 40.7506,
          lng: -73.9972,
          accuracyMeters: 12,
        },
      ],
    }),
    answer: done("heard"),
    rejections: ["not_found", "illegal_move"],
    command: "recordPosition",
    async handle({ ctx, body }) {
      await recordPosition(ctx, body)
      return { heard: true as const }
    },
  }),
]
