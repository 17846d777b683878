import { releaseDelivery } from "#core/deliveries/release-delivery.server.ts"
import { cents } from "#core/money.ts"
import { cancelOrderAsAdmin } from "#core/orders/cancel-order-as-admin.server.ts"
import { REFUND_REASON_KEYS, type RefundInput } from "#core/payments/refund.ts"
import { refundOrder } from "#core/payments/refund-order.server.ts"
import { retryRefund } from "#core/payments/retry-refund.server.ts"
import type { Dice } from "../dice.ts"
import type { Action, Town } from "../town.ts"
import { anOrder } from "./customers.ts"

const DECISIONS = {
  seller: { approve: "/admin/approveSeller", deny: "/admin/denySeller" },
  deliverer: { approve: "/admin/approveDeliverer", deny: "/admin/denyDeliverer" },
} as const

/** Some units of some lines, some of the fee, or an amount; sometimes more than is left. */
async function aPartOf(town: Town, dice: Dice, orderId: string): Promise<RefundInput> {
  const lines = await town.site.rows<{ id: string; quantity: number }>(
    "select id, quantity from order_lines where order_id = $1 order by id",
    [orderId],
  )
  const [order] = await town.site.rows<{ fee: number; tip: number; total: number }>(
    "select delivery_cents as fee, tip_cents as tip, total_cents as total from orders where id = $1",
    [orderId],
  )
  const some = (most = 0) => cents(dice.between(1, Math.max(1, most)))
  return {
    orderId,
    lines: dice.chance(0.6)
      ? [dice.pick(lines)].map(({ id, quantity }) => ({ lineId: id, quantity: dice.between(1, quantity) }))
      : [],
    feeCents: dice.chance(0.2) ? some(order?.fee) : cents(0),
    tipCents: order?.tip && dice.chance(0.2) ? some(order.tip) : cents(0),
    amountCents: dice.chance(0.3) ? some(order?.total) : cents(0),
    reason: dice.pick(REFUND_REASON_KEYS),
    sentence: "We looked into it.",
    bearer: dice.chance(0.3) ? "platform" : "seller",
  }
}

export const ADMIN_ACTIONS: Action[] = [
  {
    name: "decides on an applicant",
    weight: 4,
    async run(town, dice) {
      const who = town.someone("admin", dice)
      const applicants = [...town.of("seller"), ...town.of("deliverer")]
      if (!who || applicants.length === 0) return null
      const applicant = dice.pick(applicants)
      const [row] = await town.site.rows<{ approval: string }>(
        `select approval from ${applicant.role === "seller" ? "markets" : "deliverers"} where user_id = $1`,
        [applicant.userId],
      )
      // Applicants who were already decided on are rarely decided on again.
      if (!row || (row.approval !== "waiting" && dice.chance(0.9))) return null
      const decision = dice.chance(0.15) ? "deny" : "approve"
      const path = `${DECISIONS[applicant.role as keyof typeof DECISIONS][decision]}/${applicant.userId}`
      const outcome = await town.request(who, "PUT", path, {
        approval: row.approval,
        reason: "The photo is blurred.",
      })
      return `${who.name} ${decision} ${applicant.name} (${row.approval}): ${outcome.text}`
    },
  },
  {
    name: "cancels an order",
    weight: 0.4,
    async run(town, dice) {
      const who = town.someone("admin", dice)
      const order = who && (await anOrder(town, dice))
      if (!who || !order) return null
      const outcome = await town.command(who, (ctx) =>
        cancelOrderAsAdmin(ctx, {
          orderId: order.id,
          reason: "The market asked us to.",
          ...(dice.chance(0.3) ? { restock: dice.chance(0.5) } : {}),
        }),
      )
      return `${who.name} ${order.id}: ${outcome.text}`
    },
  },
  {
    name: "refunds a part of an order",
    weight: 0.8,
    async run(town, dice) {
      const who = town.someone("admin", dice)
      const order = who && (await anOrder(town, dice))
      if (!who || !order) return null
      const wish = await aPartOf(town, dice, order.id)
      const key = `refund-${order.id}-${dice.between(1, 3)}`
      const outcome = await town.command(who, (ctx) =>
        refundOrder(ctx, wish, dice.chance(0.3) ? key : undefined),
      )
      return `${who.name} ${order.id}: ${outcome.text}`
    },
  },
  {
    name: "tries a refund again",
    weight: 0.3,
    async run(town, dice) {
      const who = town.someone("admin", dice)
      const found = await town.site.rows<{ id: string }>(
        "select id from refunds where status in ('failed', 'closed') and order_id is not null order by id limit 6",
      )
      if (!who || found.length === 0) return null
      const { id } = dice.pick(found)
      return `${who.name} ${id}: ${(await town.command(who, (ctx) => retryRefund(ctx, { refundId: id }))).text}`
    },
  },
  {
    name: "takes a delivery from its courier",
    weight: 0.4,
    async run(town, dice) {
      const who = town.someone("admin", dice)
      const found = await town.site.rows<{ id: string }>(
        `select d.id from deliveries d join orders o on o.id = d.order_id where d.deliverer_id is not null
         order by o.number desc limit 6`,
      )
      if (!who || found.length === 0) return null
      const { id } = dice.pick(found)
      return `${who.name} ${id}: ${(await town.command(who, (ctx) => releaseDelivery(ctx, id))).text}`
    },
  },
  {
    name: "looks around",
    weight: 1,
    async run(town, dice) {
      const who = town.someone("admin", dice)
      if (!who) return null
      const path = dice.pick(["/admin/approvalSeller", "/admin/SellersDenied", "/admin/DeliverersApproved"])
      return `${who.name} ${path}: ${(await town.request(who, "GET", path)).text}`
    },
  },
]

/** People's attempts at actions of other roles, which must be rejected. */
export const STRANGER_ACTIONS: Action[] = [
  {
    name: "tries what is for another role",
    weight: 2,
    async run(town, dice) {
      const people = town.people.filter(({ cookies }) => cookies.size > 0)
      const who = people.length > 0 && dice.chance(0.8) ? dice.pick(people) : null
      const order = await anOrder(town, dice)
      const [role, method, path, body] = dice.pick([
        ["admin", "PUT", `/admin/approveSeller/${who?.userId ?? order?.id}`, {}],
        ["admin", "GET", "/admin/approvalSeller", undefined],
        ["seller", "PUT", "/order/seller/updateOrder", { id: order?.id, status: "picked up" }],
        ["seller", "POST", "/seller/payoutForSeller", {}],
        ["customer", "POST", "/pay/paymentIntent", { value: 1 }],
        ["deliverer", "PUT", "/pushcartexpress/takeOrder", { sid: order?.id, did: "" }],
      ] as const)
      if (!order || who?.role === role) return null
      const outcome = await town.request(who, method, path, body)
      return town.rejected(
        outcome,
        `${who?.name ?? "nobody"} ${method} ${path.split("/").slice(0, 3).join("/")}`,
      )
    },
  },
]
