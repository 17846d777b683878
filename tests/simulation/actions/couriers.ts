import { anImageFile, NOT_AN_IMAGE } from "#tests/simulation/site/image-store.ts"
import type { Dice } from "../dice.ts"
import type { Action, Outcome, Person, Town } from "../town.ts"
import { connect, payOut } from "./payouts.ts"

type Courier = Person & { role: "deliverer" }
type Delivery = { id: string; courier: string | null; status: string | null }

/** A delivery of this courier, or sometimes of somebody else. */
async function aDelivery(town: Town, dice: Dice, { userId }: Courier): Promise<Delivery | null> {
  const found = await town.site.rows<Delivery>(
    `select d.id, d.deliverer_id as courier, o.status from deliveries d join orders o on o.id = d.order_id
     where $1::uuid is null or d.deliverer_id = $1 order by (d.delivered_at is null) desc, o.number desc limit 6`,
    [town.triesForeign(dice) ? null : userId],
  )
  return dice.pickIfAny(found)
}

function withDelivery(
  name: string,
  weight: number,
  work: (town: Town, who: Courier, delivery: Delivery, dice: Dice) => Promise<Outcome>,
): Action {
  return {
    name,
    weight,
    async run(town, dice) {
      const who = town.someone("deliverer", dice)
      const delivery = who && (await aDelivery(town, dice, who))
      if (!who || !delivery) return null
      const outcome = await work(town, who, delivery, dice)
      if (delivery.courier !== who.userId) return town.rejected(outcome, `${who.name} ${name} ${delivery.id}`)
      return `${who.name} ${delivery.id} (${delivery.status ?? "none"}): ${outcome.text}`
    },
  }
}

export const COURIER_ACTIONS: Action[] = [
  {
    name: "connects a payout account",
    weight: 1.5,
    async run(town, dice) {
      const who = town.someone("deliverer", dice)
      return (
        who && `${who.name}: ${(await connect(town, who, dice, "/pushcartexpress/connectedAccount")).text}`
      )
    },
  },
  {
    name: "takes a delivery",
    weight: 8,
    async run(town, dice) {
      const who = town.someone("deliverer", dice)
      const found = await town.site.rows<{ id: string }>(
        `select d.id from deliveries d join orders o on o.id = d.order_id
         where $1 or o.status = 'waiting' order by o.number desc limit 6`,
        [dice.chance(0.1)],
      )
      if (!who || found.length === 0) return null
      const sid = dice.pick(found).id
      const outcome = await town.request(who, "PUT", "/pushcartexpress/takeOrder", { sid, did: "" })
      return `${who.name} ${sid}: ${outcome.text}`
    },
  },
  withDelivery("picks up", 6, (town, who, { id: sid }) =>
    town.request(who, "PUT", "/pushcartexpress/pickUp", { sid }),
  ),
  withDelivery("gives back", 0.8, (town, who, { id: sid }) =>
    town.request(who, "PUT", "/pushcartexpress/giveBack", { sid }),
  ),
  withDelivery("proves a delivery", 6, (town, who, { id }, dice) => {
    const form = new FormData()
    form.set("id", dice.chance(0.1) ? NOT_AN_IMAGE : anImageFile(id))
    form.set("shippingID", id)
    return town.request(who, "POST", "/pushcartexpress/delivered", form)
  }),
  {
    name: "says where they are",
    weight: 2,
    async run(town, dice) {
      const who = town.someone("deliverer", dice)
      const delivery = who && (await aDelivery(town, dice, who))
      if (!who || !delivery) return null
      const at = {
        lat: 40.7 + dice.next() / 10,
        lng: -74 + dice.next() / 10,
        accuracyMeters: dice.between(5, 2_000),
      }
      const outcome = await town.request(who, "POST", "/pushcartexpress/position", {
        deliveryId: delivery.id,
        ...at,
      })
      return `${who.name} ${delivery.id}: ${outcome.text}`
    },
  },
  {
    name: "looks around",
    weight: 2,
    async run(town, dice) {
      const who = town.someone("deliverer", dice)
      if (!who) return null
      const path = dice.pick([
        "/pushcartexpress/grabAllDeliveries",
        "/pushcartexpress/allDeliveries",
        "/pushcartexpress/delivererInformation",
      ])
      return `${who.name} ${path}: ${(await town.request(who, "GET", path)).text}`
    },
  },
  {
    name: "has money paid out",
    weight: 1,
    async run(town, dice) {
      const who = town.someone("deliverer", dice)
      return who && `${who.name}: ${(await payOut(town, who, dice, "/pushcartexpress/payout")).text}`
    },
  },
]
