import { z } from "zod"
import { homeRoom, SESSIONS_ENDED, type SessionsEnded, WAITING_ROOM } from "#core/ports/rooms.ts"
import { hasStepPush } from "#core/push/push-message.ts"
import { always, changed, event, type RoomMessage } from "./define-event.ts"

const id = z.uuid()
const role = z.enum(["customer", "seller", "deliverer", "admin"])

/**
 * The one map of all events. For each event: the shape of its payload, the jobs it queues (a list, or each with the
 * condition under which it is queued), and the live messages it sends. The outbox, the job handlers (a missing one does
 * not compile), the rooms and the browser's types derive from it.
 */
export const EVENTS = {
  /**
   * `userId` is null if no email is to be sent. The event is written all the same, so that neither the response nor its
   * timing reveals who has an account.
   */
  "email.confirmationRequested": event(
    {
      userId: id.nullable(),
      role,
      /** The page that the person wanted to open. */
      next: z.string().nullish(),
    },
    { jobs: ["send-confirmation-email"] },
  ),
  "email.passwordResetRequested": event(
    { userId: id.nullable(), role },
    { jobs: ["send-password-reset-email"] },
  ),
  "email.deviceLinkRequested": event({ userId: id.nullable(), role }, { jobs: ["send-device-link-email"] }),
  "apiToken.ending": event({ tokenId: id, userId: id, role }, { jobs: ["send-token-ending-email"] }),
  /** A person requested another email address, which is in the change's row. */
  "email.changeRequested": event(
    { userId: id, role, changeId: id },
    { jobs: ["send-email-change-link", "send-email-change-notice"] },
  ),
  "email.changed": event({ userId: id, role, changeId: id }, { jobs: ["send-email-changed-email"] }),
  "password.changed": event({ userId: id, role }, { jobs: ["send-password-changed-email"] }),
  "passkey.added": event({ userId: id, role, passkeyId: id }, { jobs: ["send-passkey-added-email"] }),
  "passkey.removed": event({ userId: id, role, count: z.int() }, { jobs: ["send-passkey-removed-email"] }),
  "phone.changed": event({ userId: id, role }, { jobs: ["send-phone-changed-email"] }),
  "email.confirmed": event(
    { userId: id, role },
    {
      jobs: { "push-application": (e) => isApplicant(e.role) },
      messages: (e) => applied(e.role),
    },
  ),
  /** A second version of the terms will apply. */
  "terms.announced": event({ userId: id, role }, { jobs: ["send-terms-email"] }),
  "person.registered": event(
    { userId: id, role },
    {
      jobs: { "send-welcome-email": always, "push-application": (e) => isApplicant(e.role) },
      messages: (e) => applied(e.role),
    },
  ),
  "person.decided": event(
    { userId: id, role, approved: z.boolean() },
    {
      jobs: {
        "send-decision-email": always,
        // A denied seller's subscription ends.
        "keep-one-plan": (e) => e.role === "seller" && !e.approved,
      },
      messages: (e) => [changed(e.role, e.userId, "account"), changed("admin", "ops", "approvals")],
    },
  ),
  "person.appliedAgain": event(
    { userId: id, role },
    {
      jobs: ["push-application"],
      messages: (e) => [changed(e.role, e.userId, "account"), ...applied(e.role)],
    },
  ),
  /** The rows are already erased; the job notifies outside services. Open pages find that they are signed out. */
  "account.deleted": event(
    { userId: id, roles: z.array(role) },
    {
      jobs: ["finish-account-deletion"],
      messages: (e) => [
        ...e.roles.map((one) => changed(one, e.userId, "account")),
        ...e.roles.flatMap((one) => ended(one, { userId: e.userId })),
        ...e.roles.flatMap(applied),
      ],
    },
  ),
  /** A person signed out or signed in again, or all of their sessions ended. Without `sessionId`, all of them ended. */
  "sessions.ended": event(
    { userId: id, roles: z.array(role), sessionId: id.optional() },
    {
      messages: (e) => e.roles.flatMap((one) => ended(one, { userId: e.userId, sessionId: e.sessionId })),
    },
  ),
  "market.registered": event(
    { userId: id },
    {
      jobs: ["locate-market"],
      messages: () => [changed("admin", "ops", "approvals")],
    },
  ),
  /** A seller requests another name, address or time zone for the market, or withdraws the request. */
  "market.changeRequested": event(
    { userId: id },
    {
      messages: (e) => [changed("seller", e.userId, "account"), changed("admin", "ops", "approvals")],
    },
  ),
  "market.changeDecided": event(
    { userId: id, changeId: id, isMoved: z.boolean() },
    {
      jobs: { "send-market-change-email": always, "locate-market": (e) => e.isMoved },
      messages: (e) => [changed("seller", e.userId, "account"), changed("admin", "ops", "approvals")],
    },
  ),
  /** The market takes orders again, and this customer requested to be notified. */
  "market.opened": event(
    { marketId: id, customerId: id },
    { jobs: ["send-market-opened-email", "push-market-opened"] },
  ),
  /** The evening before a day with orders, for a market that wants the email. */
  "market.eveningEmailDue": event(
    { marketId: id, sellerId: id, day: z.iso.date() },
    { jobs: ["send-evening-email"] },
  ),
  /** A customer removed a saved card, or it was one too many. */
  "card.removed": event({ cardId: id }, { jobs: ["detach-card"] }),
  "cart.changed": event({ customerId: id }, { messages: (e) => [changed("customer", e.customerId, "cart")] }),
  "checkout.held": event({ checkoutId: id, customerId: id }),
  "checkout.released": event(
    { checkoutId: id, customerId: id },
    {
      jobs: ["cancel-checkout-payment"],
      messages: (e) => [changed("customer", e.customerId, "cart")],
    },
  ),
  "checkout.refundDue": event(
    { checkoutId: id, customerId: id, refundId: id },
    { jobs: ["send-refund", "send-checkout-refunded-email"] },
  ),
  "order.placed": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      /** False if our own table taxed the order: then no tax provider has to be notified. */
      taxIsRecorded: z.boolean().optional(),
      /** False for the other orders of a purchase: its receipt is sent once. Older events have no such field. */
      isFirst: z.boolean().optional(),
    },
    {
      jobs: {
        "send-order-receipt-email": (e) => e.isFirst !== false,
        "send-new-order-email": always,
        "push-new-order": always,
        "record-sales-tax": (e) => e.taxIsRecorded !== false,
      },
      messages: (e) => [changed("customer", e.customerId, "orders"), changed("seller", e.sellerId, "orders")],
    },
  ),
  /** The market has been open for ten minutes since an order was placed: its job is due then. */
  "order.acknowledgmentDue": event({ orderId: id, sellerId: id }, { jobs: ["remind-of-new-order"] }),
  /** Nobody at the market has acknowledged the order by then. */
  "order.notAcknowledged": event({ orderId: id, sellerId: id }, { jobs: ["push-order-waiting"] }),
  /** Somebody at the market pressed "Got it"; other phones take the card away. */
  "order.acknowledged": event(
    { orderId: id, sellerId: id },
    { messages: (e) => [changed("seller", e.sellerId, "orders", e.orderId)] },
  ),
  "order.statusChanged": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      status: z.string(),
      /** Set for a platform delivery, by its stored name: every courier who could take it is notified as well. */
      carriage: z.enum(["platform"]).optional(),
      /** The customer was notified of this step before. */
      isRepeated: z.literal(true).optional(),
      /** The courier who made the step: their deliveries and figures have changed. */
      courierId: id.optional(),
    },
    {
      jobs: {
        "send-order-status-email": always,
        "push-order-step": (e) => hasStepPush(e.status, e.carriage),
        "push-new-delivery": (e) => e.carriage === "platform" && e.status === "waiting",
      },
      messages: (e) => [
        changed("customer", e.customerId, "orders", e.orderId),
        changed("seller", e.sellerId, "orders", e.orderId),
        ...(e.carriage ? [changed(WAITING_ROOM.party, WAITING_ROOM.room, "deliveries", e.orderId)] : []),
        ...(e.courierId ? [changed("deliverer", e.courierId, "money")] : []),
      ],
    },
  ),
  /** The seller undid their last step: its jobs and notifications are gone. */
  "order.stepUndone": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      /** Set if couriers see another list of deliveries now. */
      carriage: z.enum(["platform"]).optional(),
    },
    {
      messages: (e) => [
        changed("customer", e.customerId, "orders", e.orderId),
        { party: "customer", room: e.customerId, type: "notification", data: { id: e.orderId } },
        changed("seller", e.sellerId, "orders", e.orderId),
        ...(e.carriage ? [changed(WAITING_ROOM.party, WAITING_ROOM.room, "deliveries", e.orderId)] : []),
      ],
    },
  ),
  "order.cancelled": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      /** The courier who was on the way to pick it up. */
      courierId: id.optional(),
      /** Set if the order was waiting for a courier: every courier who could take it is notified as well. */
      carriage: z.enum(["platform"]).optional(),
    },
    {
      jobs: [
        "send-order-cancelled-email",
        "send-order-cancelled-seller-email",
        "push-order-cancelled",
        "record-sales-tax",
      ],
      messages: (e) => [
        changed("customer", e.customerId, "orders", e.orderId),
        changed("seller", e.sellerId, "orders", e.orderId),
        ...(e.courierId ? [changed("deliverer", e.courierId, "deliveries", e.orderId)] : []),
        ...(e.carriage ? [changed(WAITING_ROOM.party, WAITING_ROOM.room, "deliveries", e.orderId)] : []),
      ],
    },
  ),
  /** A line was counted into the bag, or is open again: other phones of the market show it. */
  "order.lineDealtWith": event(
    { orderId: id, sellerId: id },
    { messages: (e) => [changed("seller", e.sellerId, "orders", e.orderId)] },
  ),
  /** Its jobs are due once packing can no longer be undone. */
  "order.packed": event(
    {
      orderId: id,
      customerId: id,
      sellerId: id,
      /** Something is missing: it is refunded, or the order canceled. */
      isLess: z.boolean(),
    },
    {
      jobs: { "settle-packing": (e) => e.isLess },
      messages: (e) => [
        changed("customer", e.customerId, "orders", e.orderId),
        changed("seller", e.sellerId, "orders", e.orderId),
      ],
    },
  ),
  /** The market offers a replacement for what is missing, and the customer can answer. */
  "replacement.offered": event(
    { orderId: id, offerId: id, customerId: id, sellerId: id },
    { jobs: ["send-replacement-email", "push-replacement"], messages: replacementMessages },
  ),
  /** Its job is due when the time to answer is over; it is withdrawn if the offer ends before. */
  "replacement.due": event({ offerId: id }, { jobs: ["expire-replacement"] }),
  /** It was answered, taken back, or its time was over. */
  "replacement.ended": event(
    { orderId: id, customerId: id, sellerId: id },
    { messages: replacementMessages },
  ),
  "order.refundDue": event({ orderId: id, refundId: id }, { jobs: ["send-refund"] }),
  /** A part of an order is refunded to the customer's card, or was refunded in the provider's dashboard. */
  "order.refunded": event(
    { orderId: id, refundId: id, customerId: id, sellerId: id },
    {
      jobs: [
        "send-refund",
        "send-refund-email",
        "send-refund-seller-email",
        "push-refund",
        "record-sales-tax",
      ],
      messages: refundMessages,
    },
  ),
  /** The provider received a refund, completed it, or gave it up. */
  "order.refundMoved": event(
    { orderId: id, refundId: id, customerId: id, sellerId: id },
    { messages: refundMessages },
  ),
  /** The seller has not acted for a day. */
  "order.reminded": event(
    { orderId: id, sellerId: id },
    { jobs: ["send-order-reminder-email", "push-order-reminder"] },
  ),
  /** The customer's bank took the money back, or returned it after all. */
  "order.disputed": event(
    { orderId: id, sellerId: id, won: z.boolean() },
    {
      jobs: {
        "send-dispute-email": always,
        "send-dispute-admin-email": always,
        "push-dispute": (e) => !e.won,
      },
      messages: (e) => [
        changed("seller", e.sellerId, "orders", e.orderId),
        changed("admin", "ops", "disputes"),
      ],
    },
  ),
  "courier.moved": event(
    { orderId: id, customerId: id },
    { messages: (e) => [changed("customer", e.customerId, "courier", e.orderId)] },
  ),
  /** The card provider sent a webhook (`eventId` is the provider's own id). */
  "payment.eventReceived": event({ eventId: z.string() }, { jobs: ["process-payment-event"] }),
  "transfers.due": event({ orderId: id }, { jobs: ["send-transfers"] }),
  /** A seller's or courier's figures have changed. */
  "money.moved": event({ userId: id, role }, { messages: (e) => [changed(e.role, e.userId, "money")] }),
  "payout.requested": event(
    { payoutId: id, userId: id, role },
    { jobs: ["send-payout"], messages: (e) => [changed(e.role, e.userId, "money")] },
  ),
  "payout.sent": event(
    { payoutId: id, userId: id, role },
    { jobs: ["send-payout-email"], messages: (e) => [changed(e.role, e.userId, "money")] },
  ),
  "payout.paid": event(
    { payoutId: id, userId: id, role },
    { messages: (e) => [changed(e.role, e.userId, "money")] },
  ),
  "payout.failed": event(
    { payoutId: id, userId: id, role },
    {
      jobs: { "send-payout-email": always, "push-payout-failed": (e) => e.role === "seller" },
      messages: (e) => [changed(e.role, e.userId, "money")],
    },
  ),
  /** The provider changed the status of a seller's or courier's account, or of a seller's subscription. */
  "account.changed": event({ userId: id, role }, { messages: (e) => [changed(e.role, e.userId, "account")] }),
  "account.requirementsDue": event(
    { userId: id, role },
    { jobs: { "send-requirements-email": always, "push-requirements": (e) => e.role === "seller" } },
  ),
  "plan.changed": event(
    { userId: id, before: z.string(), now: z.string() },
    {
      jobs: {
        "send-plan-email": always,
        "keep-one-plan": always,
        // The card was declined, or the last try failed; sellers need no message about what they did themselves.
        "push-plan": (e) => e.now === "past_due" || (e.now === "cancelled" && e.before === "past_due"),
      },
      messages: (e) => [changed("seller", e.userId, "account")],
    },
  ),
  /** A seller who has a subscription, or may have none, has paid for another one. */
  "plan.doubled": event({ userId: id }, { jobs: ["keep-one-plan"] }),
  /** The payment for a second subscription was refunded. */
  "plan.refunded": event({ userId: id, amountCents: z.int() }, { jobs: ["send-plan-refunded-email"] }),
  "image.uploaded": event({ imageId: id }, { jobs: ["process-image"] }),
  /** A seller's image was resized, or turned out not to be an image. */
  "picture.processed": event(
    { imageId: id, sellerId: id },
    { messages: (e) => [changed("seller", e.sellerId, "pictures", e.imageId)] },
  ),
  "notification.created": event(
    { notificationId: id, userId: id, role },
    {
      messages: (e) => [
        { party: e.role, room: e.userId, type: "notification", data: { id: e.notificationId } },
      ],
    },
  ),
} as const

export type Events = typeof EVENTS
export type EventName = keyof Events
export type Payload<E extends EventName> = z.infer<Events[E]["schema"]>
export type JobName = { [E in EventName]: keyof Events[E]["jobs"] }[EventName]
/** The payloads that a job can get: those of every event that queues it. */
export type JobPayload<J extends JobName> = {
  [E in EventName]: J extends keyof Events[E]["jobs"] ? Payload<E> : never
}[EventName]

/**
 * Admins see applicants once their email is confirmed: when they confirm it, or immediately if it was confirmed before.
 */
const applied = (of: z.infer<typeof role>): RoomMessage[] =>
  isApplicant(of) ? [changed("admin", "ops", "approvals")] : []

/** Whether an admin has to approve the role. */
const isApplicant = (of: z.infer<typeof role>) => of === "seller" || of === "deliverer"

/** One message for every room that pages of this role listen to. */
function ended(of: z.infer<typeof role>, data: SessionsEnded): RoomMessage[] {
  const rooms = [homeRoom({ role: of, userId: data.userId }), ...(of === "deliverer" ? [WAITING_ROOM] : [])]
  return rooms.map((room) => ({ ...room, type: SESSIONS_ENDED, data }))
}

function refundMessages(e: { orderId: string; customerId: string; sellerId: string }): RoomMessage[] {
  return [
    changed("customer", e.customerId, "orders", e.orderId),
    changed("seller", e.sellerId, "orders", e.orderId),
    changed("seller", e.sellerId, "money"),
    changed("admin", "ops", "refunds", e.orderId),
  ]
}

function replacementMessages(e: { orderId: string; customerId: string; sellerId: string }): RoomMessage[] {
  return [
    changed("customer", e.customerId, "orders", e.orderId),
    changed("seller", e.sellerId, "orders", e.orderId),
  ]
}
