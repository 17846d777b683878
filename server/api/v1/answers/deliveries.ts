import { z } from "zod"
import type { WaitingDelivery } from "#core/deliveries/delivery.ts"
import type { ActiveDelivery } from "#core/deliveries/list-deliveries.server.ts"
import { dollars, EXAMPLE_ID, inDollars, maybe, text } from "../fields.ts"
import { windowField } from "../windows.ts"

/** A delivery, in the documented fields. Only the courier who took it sees its address; it is empty before. */
export const deliveryAnswer = z
  .object({
    id: text,
    expressid: text.meta({ description: "The deliverer's id; empty until taken." }),
    status: text.meta({ description: "`waiting`, `taken`, `picked up` or `delivered`." }),
    shippingAddress: text,
    shippingAddressOne: text,
    shippingCity: text,
    shippingState: text,
    shippingZip: text,
    orderNumber: z.int(),
    marketAddress: text,
    marketCity: text,
    marketState: text,
    marketZip: text,
    marketName: text,
    marketlat: z.number(),
    marketlng: z.number(),
    shippinglat: maybe(z.number()),
    shippinglng: maybe(z.number()),
    destinationTime: z
      .null()
      .meta({ description: "Always null: clients compute it from their own directions." }),
    cost: dollars.meta({ description: "The deliverer's fee, in US dollars." }),
    tip: dollars
      .optional()
      .meta({ description: "The tip, which is the deliverer's too, in US dollars. Ours." }),
    phone: text.meta({ description: "The market's phone number before pick-up, then the customer's." }),
    miles: maybe(z.number()).meta({ description: "Miles from the market to the customer. Ours." }),
    window: windowField,
  })
  .meta({
    id: "Delivery",
    description: "A delivery, for the deliverer who has it or may take it.",
    examples: [
      {
        id: EXAMPLE_ID,
        expressid: "",
        status: "waiting",
        orderNumber: 1042,
        destinationTime: null,
        shippingAddress: "",
        shippingAddressOne: "",
        shippingCity: "",
        shippingState: "",
        shippingZip: "",
        marketName: "Chelsea Stall",
        marketAddress: "75 9th Ave",
        marketCity: "New York",
        marketState: "NY",
        marketZip: "10011",
        marketlat: 40.7424,
        marketlng: -74.006,
        shippinglat: null,
        shippinglng: null,
        cost: 3.99,
        tip: 2.1,
        phone: "212-555-0134",
        miles: 1.4,
      },
    ],
  })

const marketOf = (delivery: WaitingDelivery | ActiveDelivery) => ({
  id: delivery.id,
  orderNumber: delivery.orderNumber,
  marketName: delivery.marketName,
  marketAddress: delivery.marketAddress,
  marketCity: delivery.marketCity,
  marketState: delivery.marketState,
  marketZip: delivery.marketZip,
  marketlat: delivery.marketLat,
  marketlng: delivery.marketLng,
  destinationTime: null,
  cost: inDollars(delivery.feeCents),
  tip: inDollars(delivery.tipCents),
  miles: delivery.deliveryMiles,
  ...(delivery.window
    ? { window: { starts_at: delivery.window.startsAt, ends_at: delivery.window.endsAt } }
    : {}),
})

export const toWaiting = (delivery: WaitingDelivery): z.input<typeof deliveryAnswer> => ({
  ...marketOf(delivery),
  expressid: "",
  status: "waiting",
  phone: delivery.marketPhone,
  shippinglat: null,
  shippinglng: null,
  shippingAddress: "",
  shippingAddressOne: "",
  shippingCity: "",
  shippingState: "",
  shippingZip: "",
})

export const toActive = (delivery: ActiveDelivery, expressid: string): z.input<typeof deliveryAnswer> => ({
  ...marketOf(delivery),
  expressid,
  status: delivery.status ?? "taken",
  shippinglat: delivery.lat,
  shippinglng: delivery.lng,
  phone: delivery.status === "picked up" ? delivery.phone : delivery.marketPhone,
  shippingAddress: delivery.address,
  shippingAddressOne: delivery.addressOne,
  shippingCity: delivery.city,
  shippingState: delivery.state,
  shippingZip: delivery.zip,
})
