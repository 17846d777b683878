import type { EventName, Payload } from "#core/outbox/events.ts"

/** Ids that contain their name, so that readers recognize them. */
export const IDS = {
  customer: "c0000000-0000-4000-8000-000000000001",
  seller: "c0000000-0000-4000-8000-000000000002",
  deliverer: "c0000000-0000-4000-8000-000000000003",
  admin: "c0000000-0000-4000-8000-000000000004",
  order: "c0000000-0000-4000-8000-000000000005",
  checkout: "c0000000-0000-4000-8000-000000000006",
  refund: "c0000000-0000-4000-8000-000000000007",
  payout: "c0000000-0000-4000-8000-000000000008",
  image: "c0000000-0000-4000-8000-000000000009",
  notification: "c0000000-0000-4000-8000-00000000000a",
  token: "c0000000-0000-4000-8000-00000000000b",
  change: "c0000000-0000-4000-8000-00000000000c",
  passkey: "c0000000-0000-4000-8000-00000000000d",
  market: "c0000000-0000-4000-8000-00000000000e",
  card: "c0000000-0000-4000-8000-0000000000ca",
  session: "c0000000-0000-4000-8000-0000000000ff",
} as const

const ROLES = ["customer", "seller", "deliverer", "admin"] as const
const PAID = ["seller", "deliverer"] as const
const person = <R extends (typeof ROLES)[number]>(role: R) => ({ userId: IDS[role], role })

/** Returns the payload once for each of the given roles. */
const each = <R extends (typeof ROLES)[number], P>(roles: readonly R[], payload: (role: R) => P) =>
  Object.fromEntries(roles.map((role) => [role, payload(role)])) as Record<R, P>

const ofOrder = { orderId: IDS.order, customerId: IDS.customer, sellerId: IDS.seller }
const ofCheckout = { checkoutId: IDS.checkout, customerId: IDS.customer }
const payout = (role: (typeof PAID)[number]) => ({ payoutId: IDS.payout, ...person(role) })
const moved = (status: string) => ({ ...ofOrder, status })
const courier = { carriage: "platform", courierId: IDS.deliverer } as const

/** For every event, the payloads with which it is emitted, by the name of the case. */
export const PAYLOADS: { readonly [E in EventName]: Readonly<Record<string, Payload<E>>> } = {
  "email.confirmationRequested": each(ROLES, person),
  "email.passwordResetRequested": each(ROLES, person),
  "email.deviceLinkRequested": each(["admin"], person),
  "apiToken.ending": each(ROLES, (role) => ({ ...person(role), tokenId: IDS.token })),
  "email.changeRequested": each(["customer"], (role) => ({ ...person(role), changeId: IDS.change })),
  "email.changed": each(["customer"], (role) => ({ ...person(role), changeId: IDS.change })),
  "password.changed": each(["customer", "admin"], person),
  "passkey.added": each(["customer", "admin"], (role) => ({ ...person(role), passkeyId: IDS.passkey })),
  "passkey.removed": each(["customer", "admin"], (role) => ({ ...person(role), count: 1 })),
  "phone.changed": each(["customer", "deliverer"], person),
  "email.confirmed": each(ROLES, person),
  "terms.announced": each(["customer", "seller", "deliverer"], person),
  "person.registered": each(ROLES, person),
  "person.decided": {
    "seller approved": { ...person("seller"), approved: true },
    "seller denied": { ...person("seller"), approved: false },
    "deliverer approved": { ...person("deliverer"), approved: true },
    "deliverer denied": { ...person("deliverer"), approved: false },
  },
  "person.appliedAgain": each(PAID, person),
  "account.deleted": {
    customer: { userId: IDS.customer, roles: ["customer"] },
    seller: { userId: IDS.seller, roles: ["seller"] },
    "all roles": { userId: IDS.seller, roles: ["customer", "seller", "deliverer"] },
  },
  "sessions.ended": {
    "a courier signs out": { userId: IDS.deliverer, roles: ["deliverer"], sessionId: IDS.session },
    "a new password": { userId: IDS.seller, roles: ["customer", "seller"] },
  },
  "market.registered": { seller: { userId: IDS.seller } },
  "market.changeRequested": { seller: { userId: IDS.seller } },
  "market.changeDecided": {
    "another name": { userId: IDS.seller, changeId: IDS.order, isMoved: false },
    "another address": { userId: IDS.seller, changeId: IDS.order, isMoved: true },
  },
  "market.opened": { customer: { marketId: IDS.market, customerId: IDS.customer } },
  "market.eveningEmailDue": {
    seller: { marketId: IDS.market, sellerId: IDS.seller, day: "2026-11-28" },
  },
  "card.removed": { customer: { cardId: IDS.card } },
  "cart.changed": { customer: { customerId: IDS.customer } },
  "checkout.held": { checkout: ofCheckout },
  "checkout.released": { checkout: ofCheckout },
  "checkout.refundDue": { "paid too late": { ...ofCheckout, refundId: IDS.refund } },
  "order.placed": {
    "taxed by Stripe": { ...ofOrder, taxIsRecorded: true },
    "taxed by our own table": { ...ofOrder, taxIsRecorded: false },
    "by an older version": ofOrder,
  },
  "order.statusChanged": {
    "pickup, ready": moved("ready to pick up"),
    "pickup, picked up": moved("picked up"),
    "own delivery, shipped": moved("shipped"),
    "own delivery, delivered": moved("delivered"),
    "platform delivery, offered": { ...moved("waiting"), carriage: "platform" },
    "platform delivery, taken": { ...moved("taken"), ...courier },
    "platform delivery, picked up": { ...moved("picked up"), ...courier },
    "platform delivery, delivered": { ...moved("delivered"), ...courier },
    "a courier's step without a waiting room": { ...moved("delivered"), courierId: IDS.deliverer },
  },
  "order.stepUndone": {
    "pickup or own delivery": ofOrder,
    "offered to couriers, or withdrawn": { ...ofOrder, carriage: "platform" },
  },
  "order.cancelled": {
    "pickup or own delivery": ofOrder,
    "waiting for a courier": { ...ofOrder, carriage: "platform" },
    "taken by a courier": { ...ofOrder, ...courier },
    "taken, without a waiting room": { ...ofOrder, courierId: IDS.deliverer },
  },
  "order.refunded": { "a part": { ...ofOrder, refundId: IDS.refund } },
  "order.refundMoved": { "a part": { ...ofOrder, refundId: IDS.refund } },
  "order.lineDealtWith": { order: { orderId: IDS.order, sellerId: IDS.seller } },
  "order.packed": {
    whole: { ...ofOrder, isLess: false },
    "with something missing": { ...ofOrder, isLess: true },
  },
  "replacement.offered": { order: { ...ofOrder, offerId: IDS.refund } },
  "replacement.due": { offer: { offerId: IDS.refund } },
  "replacement.ended": { order: ofOrder },
  "order.refundDue": { order: { orderId: IDS.order, refundId: IDS.refund } },
  "order.acknowledgmentDue": { order: { orderId: IDS.order, sellerId: IDS.seller } },
  "order.notAcknowledged": { order: { orderId: IDS.order, sellerId: IDS.seller } },
  "order.acknowledged": { order: { orderId: IDS.order, sellerId: IDS.seller } },
  "order.reminded": { order: { orderId: IDS.order, sellerId: IDS.seller } },
  "order.disputed": {
    "money taken back": { orderId: IDS.order, sellerId: IDS.seller, won: false },
    won: { orderId: IDS.order, sellerId: IDS.seller, won: true },
  },
  "courier.moved": { courier: { orderId: IDS.order, customerId: IDS.customer } },
  "payment.eventReceived": { webhook: { eventId: "evt_1" } },
  "transfers.due": { order: { orderId: IDS.order } },
  "money.moved": each(PAID, person),
  "payout.requested": each(PAID, payout),
  "payout.sent": each(PAID, payout),
  "payout.paid": each(PAID, payout),
  "payout.failed": each(PAID, payout),
  "account.changed": each(PAID, person),
  "account.requirementsDue": each(PAID, person),
  "plan.changed": {
    begun: { userId: IDS.seller, before: "none", now: "active" },
    "not paid": { userId: IDS.seller, before: "active", now: "past_due" },
    "paid again": { userId: IDS.seller, before: "past_due", now: "active" },
    ended: { userId: IDS.seller, before: "active", now: "cancelled" },
  },
  "plan.doubled": { seller: { userId: IDS.seller } },
  "plan.refunded": { seller: { userId: IDS.seller, amountCents: 500 } },
  "image.uploaded": { image: { imageId: IDS.image } },
  "picture.processed": { seller: { imageId: IDS.image, sellerId: IDS.seller } },
  "notification.created": each(ROLES, (role) => ({ notificationId: IDS.notification, ...person(role) })),
}
